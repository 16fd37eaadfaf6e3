import { createHash } from "node:crypto";
import { type Bilingual, bilingual, BilingualError, wordsOf } from "../bilingual_error.ts";
import type { Embedder, EmbedderIdentity, EmbedOptions } from "../embedder.ts";
import { type PostServices, postWithRetries } from "./post_with_retries.ts";
import { readEmbeddings } from "./read_embeddings.ts";

const LIMIT_MS = 60_000;
/** What every vendor's model takes; nobody says it by machine. */
const MAX_TOKENS = 2_048;
const FIRST_BATCH = 64;
/** Answers of servers to which a request had too many texts in it, or too long ones. */
const TOO_MUCH = [400, 413, 422];

/** Where the embeddings come from. */
export interface OpenAiCompatibleOptions extends PostServices {
  /** What stands before `/embeddings`, such as `https://api.openai.com/v1`. */
  readonly baseUrl: string;
  readonly model: string;
  /** Sent as a bearer token; servers on one's own machine often want none. */
  readonly apiKey?: string | undefined;
}

/**
 * Embeds texts by an `/embeddings` endpoint as OpenAI has it.
 *
 * @example
 * ```ts
 * await using embedder = await OpenAiCompatibleEmbedder.open({
 *   baseUrl: "https://api.openai.com/v1", model: "text-embedding-3-small", apiKey, fetch, clock,
 * });
 * ```
 */
export class OpenAiCompatibleEmbedder implements Embedder {
  readonly identity: EmbedderIdentity;
  readonly maxTokens = MAX_TOKENS;
  readonly #endpoint: Endpoint;
  #batchSize = FIRST_BATCH;

  /** Sends one short text, to learn how long the model's vectors are and that the settings are right. */
  static async open(
    options: OpenAiCompatibleOptions,
    signal?: AbortSignal,
  ): Promise<OpenAiCompatibleEmbedder> {
    const endpoint = new Endpoint(options);
    const answer = await endpoint.send(["ok"], signal);
    if (answer.kind === "refused") throw answer.error;
    return new OpenAiCompatibleEmbedder(endpoint, answer.vectors[0]?.length ?? 0);
  }

  private constructor(endpoint: Endpoint, dimensions: number) {
    this.#endpoint = endpoint;
    const { address, model } = endpoint;
    const hash = createHash("sha256").update(JSON.stringify([address, model, dimensions])).digest("hex");
    this.identity = { name: model, hash, dimensions };
  }

  /** See {@linkcode Embedder.embed}. Sends up to 64 texts at a time, and fewer to a server that takes fewer. */
  async embed(texts: readonly string[], options: EmbedOptions = {}): Promise<Float32Array[]> {
    const vectors: Float32Array[] = [];
    while (vectors.length < texts.length) {
      options.signal?.throwIfAborted();
      const batch = texts.slice(vectors.length, vectors.length + this.#batchSize);
      const answer = await this.#endpoint.send(batch, options.signal);
      if (answer.kind === "refused") {
        if (batch.length === 1) throw answer.error;
        this.#batchSize = Math.ceil(batch.length / 2);
        continue;
      }
      if (answer.vectors.some(({ length }) => length !== this.identity.dimensions)) {
        const { dimensions } = this.identity;
        throw this.#endpoint.problem({
          en: `its vectors no longer have ${dimensions} numbers`,
          zh: `它的向量不再是 ${dimensions} 维`,
        });
      }
      vectors.push(...answer.vectors);
      options.onProgress?.(vectors.length);
    }
    return vectors;
  }

  /** Nothing is held open. */
  [Symbol.asyncDispose](): Promise<void> {
    return Promise.resolve();
  }
}

type Answer =
  | { readonly kind: "vectors"; readonly vectors: Float32Array[] }
  /** The request as it was is not for this server; a smaller one may be. */
  | { readonly kind: "refused"; readonly error: Error };

/** One address and model; its errors never hold the key, nor anything that a server may have made of it. */
class Endpoint {
  /** Without its query, which may hold a key. */
  readonly address: string;
  readonly model: string;
  readonly #url: string;
  readonly #options: OpenAiCompatibleOptions;

  constructor(options: OpenAiCompatibleOptions) {
    const { baseUrl, model, apiKey } = options;
    if (!/^https?:\/\//i.test(baseUrl) || !URL.canParse(baseUrl)) {
      throw bilingual(TypeError, {
        en: "Cannot use embeddings server: its base URL is none. Write http://… or https://…",
        zh: "无法使用向量服务：它的地址不是网址。请写 http://… 或 https://…",
      });
    }
    if (apiKey !== undefined && !/^[\x21-\x7e]+$/.test(apiKey)) {
      throw bilingual(TypeError, {
        en: "Cannot use embeddings server: the key holds a character that no header can. Check it",
        zh: "无法使用向量服务：密钥中有 HTTP 请求头不能带的字符。请检查",
      });
    }
    const url = new URL(baseUrl);
    if (url.username !== "" || url.password !== "") {
      throw bilingual(TypeError, {
        en: "Cannot use embeddings server: its URL holds a password. Give a key in OPENAI_API_KEY",
        zh: "无法使用向量服务：地址中带有密码。请改用 OPENAI_API_KEY 给出密钥",
      });
    }
    url.pathname = `${url.pathname.replace(/\/+$/, "")}/embeddings`;
    this.#url = url.href;
    this.address = `${url.origin}${url.pathname}`;
    this.model = model;
    this.#options = options;
  }

  async send(texts: readonly string[], signal?: AbortSignal): Promise<Answer> {
    const { apiKey } = this.#options;
    const answer = await postWithRetries({
      url: this.#url,
      headers: {
        "content-type": "application/json",
        ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
      },
      body: JSON.stringify({ model: this.model, input: texts, encoding_format: "float" }),
      limitMs: LIMIT_MS,
      signal,
    }, this.#options).catch(() => {
      signal?.throwIfAborted();
      // The cause's own text may hold the whole address.
      throw this.problem({
        en: "no answer came. Check the network and the address",
        zh: "没有应答。请检查网络和地址",
      });
    });
    if (TOO_MUCH.includes(answer.status)) {
      return { kind: "refused", error: this.problem(describeStatus(answer.status)) };
    }
    if (answer.status < 200 || answer.status > 299) throw this.problem(describeStatus(answer.status));
    try {
      return { kind: "vectors", vectors: readEmbeddings(answer.text, texts.length) };
    } catch (error) {
      const { en, zh } = wordsOf(error);
      throw this.problem({
        en: `${en}. Check that it is an embeddings model`,
        zh: `${zh}。请确认这是向量模型`,
      });
    }
  }

  problem({ en, zh }: Bilingual): Error {
    return new BilingualError({
      en: `Cannot embed with ${this.model} at ${this.address}: ${en}`,
      zh: `无法用 ${this.model} 向量化（${this.address}）：${zh}`,
    });
  }
}

function describeStatus(status: number): Bilingual {
  if (status === 401 || status === 403) {
    return {
      en: `HTTP ${status}, the key is not accepted. Check OPENAI_API_KEY`,
      zh: `HTTP ${status}，密钥不被接受。请检查 OPENAI_API_KEY`,
    };
  }
  if (status === 404) {
    return {
      en: "HTTP 404, no such model or address. Check HANDRAIL_EMBEDDER and OPENAI_BASE_URL",
      zh: "HTTP 404，没有这个模型或地址。请检查 HANDRAIL_EMBEDDER 和 OPENAI_BASE_URL",
    };
  }
  if (status === 429) {
    return {
      en: "HTTP 429, too many requests or no quota left. Try again later",
      zh: "HTTP 429，请求太多或额度用完。请稍后再试",
    };
  }
  return status >= 500 ? { en: `HTTP ${status}. Try again later`, zh: `HTTP ${status}。请稍后再试` } : {
    en: `HTTP ${status}. Check the model's name and its limits`,
    zh: `HTTP ${status}。请检查模型名称和它的限制`,
  };
}
