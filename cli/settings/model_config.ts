/**
 * What `handrail.json` sets for models.
 *
 * @module
 */
import * as z from "zod";
import { MODEL_PROVIDERS, SERVER } from "../../agent/models/model_providers.ts";
import { REASONING_EFFORTS } from "../../agent/models/model_rules.ts";
import { CONFIG_WORDING } from "./config_wording.ts";
import { HEADER_VARIABLE, KEY_VARIABLE } from "./variables.ts";

/** What the request itself needs: a file may not change it. */
const RESERVED_HEADERS = ["host", "connection", "content-length", "content-type", "transfer-encoding"];
/** Headers that say whose account it is: from a file that came with somebody else's folder, it would be theirs. */
const ACCOUNT_HEADERS = ["authorization", "proxy-authorization", "x-api-key", "api-key", "cookie"];

const header = z.union([
  z.string(),
  z.strictObject({
    env: z.string().regex(HEADER_VARIABLE, CONFIG_WORDING.headerVariable.en),
  }),
]);

const headers = z.record(
  z.string().regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/, CONFIG_WORDING.headerName.en),
  header,
).superRefine((named, context) => {
  for (const [name, value] of Object.entries(named)) {
    const lower = name.toLowerCase();
    if (RESERVED_HEADERS.includes(lower)) {
      context.addIssue({ code: "custom", path: [name], message: CONFIG_WORDING.headerReserved.en });
    } else if (ACCOUNT_HEADERS.includes(lower) && typeof value === "string") {
      context.addIssue({
        code: "custom",
        path: [name],
        message: CONFIG_WORDING.headerKey.en,
      });
    }
  }
});

const tuning = {
  temperature: z.number().min(0).max(2).optional(),
  maxOutputTokens: z.int().min(1).optional(),
  topP: z.number().min(0).max(1).optional(),
  reasoningEffort: z.enum(REASONING_EFFORTS).optional(),
  headers: headers.optional(),
};

/** A model string, or the beginning of one with `*` behind it. */
const pattern = z.string().regex(/^(?:[^*]+\*?|\*)$/, CONFIG_WORDING.modelPattern.en);

const dollars = z.number().min(0);

/** The messages never repeat a value: there may be a password in it, or it is a key itself. */
const baseUrl = z.string().refine(
  (text) => /^https?:\/\/[^/]/i.test(text) && URL.canParse(text),
  CONFIG_WORDING.address.en,
).refine(
  (text) => !URL.canParse(text) || (new URL(text).username === "" && new URL(text).password === ""),
  CONFIG_WORDING.addressPassword.en,
);

const keySource = z.union([
  z.strictObject({
    env: z.string().regex(KEY_VARIABLE, CONFIG_WORDING.keyVariable.en),
  }),
  z.strictObject({ file: z.string().min(1) }),
], {
  error: CONFIG_WORDING.keySource.en,
});

type ProviderName = typeof MODEL_PROVIDERS[number]["name"];

const baseUrls = z.strictObject(
  Object.fromEntries(MODEL_PROVIDERS.map(({ name }) => [name, baseUrl.optional()])) as Record<
    ProviderName,
    z.ZodOptional<typeof baseUrl>
  >,
);

const keys = z.strictObject(
  Object.fromEntries(
    [...MODEL_PROVIDERS.filter((provider) => "keyVariable" in provider), SERVER].map((
      { name },
    ) => [name, keySource.optional()]),
  ) as Record<Exclude<ProviderName, "ollama"> | typeof SERVER.name, z.ZodOptional<typeof keySource>>,
);

/** The key `models`. */
export const modelConfig = z.strictObject({
  ...tuning,
  /** As `HANDRAIL_MODEL`, which wins. Like the two below, only the person's own file may say so. */
  use: z.string().trim().min(1).optional(),
  /** As the `…_BASE_URL` variables, which win. */
  baseUrls: baseUrls.optional(),
  /** Where keys are, in place of the providers' own variables. */
  keys: keys.optional(),
  /** For some models, by model string. */
  only: z.record(pattern, z.strictObject(tuning)).optional(),
  /** US dollars per million tokens, by model string. */
  prices: z.record(
    pattern,
    z.strictObject({
      input: dollars,
      output: dollars,
      cachedInput: dollars.optional(),
      cacheWrite: dollars.optional(),
    }),
  ).optional(),
  /** Tokens, by model string. */
  contextWindow: z.record(pattern, z.int().min(1_000)).optional(),
});

/** What the key `models` holds. */
export type ModelConfig = z.infer<typeof modelConfig>;
