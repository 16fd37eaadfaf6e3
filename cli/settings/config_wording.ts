/**
 * What `handrail.json` is refused for, in both languages.
 *
 * @module
 */
import type * as z from "zod";
import type { Bilingual } from "../../kb/bilingual_error.ts";

/** What the schemas say where zod would only say that a value does not fit. Nothing here repeats a value. */
export const CONFIG_WORDING = {
  headerVariable: {
    en: "name a variable that begins with HANDRAIL_HEADER_",
    zh: "请写以 HANDRAIL_HEADER_ 开头的变量名",
  },
  headerName: { en: "no name of a header", zh: "不是请求头的名字" },
  headerReserved: { en: "this header is not yours to set", zh: "这个请求头不能由你设置" },
  headerKey: {
    en: 'a key does not belong in a file: write {"env": "HANDRAIL_HEADER_…"}, and set that variable',
    zh: '密钥不要写在文件里：请写 {"env": "HANDRAIL_HEADER_…"}，并设置该变量',
  },
  modelPattern: {
    en: "a model such as openai:gpt-4o, or openai:*",
    zh: "请写模型，例如 openai:gpt-4o，或 openai:*",
  },
  address: {
    en: "no address: write a whole one, https://HOST/PATH",
    zh: "不是网址：请写完整的 https://主机/路径",
  },
  addressPassword: {
    en: "a password does not belong in an address: name the key in models.keys",
    zh: "密码不要写在网址里：请在 models.keys 中指明密钥",
  },
  keyVariable: {
    en: "name a variable that ends in _API_KEY, _KEY or _TOKEN",
    zh: "请写以 _API_KEY、_KEY 或 _TOKEN 结尾的变量名",
  },
  keySource: {
    en:
      'a key does not belong in this file: write {"env": "NAME"}, the name of a variable that ends in _API_KEY, ' +
      '_KEY or _TOKEN, or {"file": "PATH"}, a file of mode 0600 with nothing but the key in it',
    zh: '密钥不要写在这个文件里：请写 {"env": "变量名"}（以 _API_KEY、_KEY 或 _TOKEN 结尾），' +
      '或 {"file": "路径"}（权限 0600、只含密钥的文件）',
  },
  proxy: { en: "no address of a proxy: write http://HOST:PORT", zh: "不是代理地址：请写 http://主机:端口" },
  host: {
    en: "no host: write example.com, .example.com, 127.0.0.1 or *, without a port",
    zh: "不是主机名：请写 example.com、.example.com、127.0.0.1 或 *，不带端口",
  },
} as const satisfies Readonly<Record<string, Bilingual>>;

/** What zod calls the types of JSON. */
const TYPES: Readonly<Record<string, string>> = {
  string: "字符串",
  number: "数字",
  int: "整数",
  boolean: " true 或 false",
  array: "数组",
  object: "对象",
  record: "对象",
};

/** What a bound counts. */
const UNITS: Readonly<Record<string, string>> = { string: " 个字符", array: " 项" };

/**
 * One thing that is wrong with the file.
 *
 * @param issue As zod found it; its message is the English text.
 *
 * @example
 * ```ts
 * issueWords(issue).zh; // "log.files：不能小于 2"
 * ```
 */
export function issueWords(issue: z.core.$ZodIssue): Bilingual {
  const key = issue.path.map(String).join(".");
  const place = key === "" ? { en: "the file", zh: "文件" } : { en: key, zh: key };
  const said = { en: issue.message, zh: chineseOf(issue) };
  return { en: `${place.en}: ${said.en}`, zh: `${place.zh}：${said.zh}` };
}

function chineseOf(issue: z.core.$ZodIssue): string {
  const own = Object.values(CONFIG_WORDING).find(({ en }) => en === issue.message);
  if (own !== undefined) return own.zh;
  switch (issue.code) {
    case "invalid_type":
      return `应为${TYPES[issue.expected] ?? issue.expected}`;
    case "unrecognized_keys":
      return `没有这样的键：${issue.keys.join("、")}`;
    case "invalid_value":
      return `只能是 ${issue.values.map((value) => JSON.stringify(value)).join("、")}`;
    case "too_small":
      return boundWords(
        issue,
        issue.minimum,
        issue.inclusive ? ["不能小于", "不能少于"] : ["必须大于", "必须多于"],
      );
    case "too_big":
      return boundWords(
        issue,
        issue.maximum,
        issue.inclusive ? ["不能大于", "不能多于"] : ["必须小于", "必须少于"],
      );
    case "invalid_key":
      return issue.issues.map(chineseOf).join("；");
    case "invalid_union":
      return "不符合任何一种允许的写法";
    default:
      return issue.message;
  }
}

/** Of a number one says that it is small, of things that are counted that they are few. */
function boundWords(
  { origin }: { readonly origin: string },
  bound: number | bigint,
  [small, few]: readonly [string, string],
): string {
  const unit = UNITS[origin];
  return unit === undefined ? `${small} ${bound}` : `${few} ${bound}${unit}`;
}
