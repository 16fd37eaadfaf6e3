import { assertEquals, assertThrows } from "@std/assert";
import { readConfigFile } from "../../../cli/settings/config_file.ts";
import { UsageError } from "../../../cli/usage_error.ts";
import { wordsOf } from "../../../kb/bilingual_error.ts";

const OWN = { path: "handrail.json", isOwn: true };

function refusal(text: string): string {
  return wordsOf(assertThrows(() => readConfigFile([OWN], () => text), UsageError)).zh;
}

const WRONG: readonly (readonly [config: unknown, zh: string])[] = [
  [[], "文件：应为对象"],
  [{ nosuch: 1, other: 2 }, "文件：没有这样的键：nosuch、other"],
  [{ models: { temprature: 1 } }, "models：没有这样的键：temprature"],
  [{ models: { temperature: "a" } }, "models.temperature：应为数字"],
  [{ models: { temperature: 3 } }, "models.temperature：不能大于 2"],
  [{ models: { maxOutputTokens: 0 } }, "models.maxOutputTokens：不能小于 1"],
  [{ models: { maxOutputTokens: 1.5 } }, "models.maxOutputTokens：应为整数"],
  [{ models: { reasoningEffort: "max" } }, 'models.reasoningEffort：只能是 "low"、"medium"、"high"'],
  [{ models: { only: { "o*a": {} } } }, "models.only.o*a：请写模型，例如 openai:gpt-4o，或 openai:*"],
  [{ models: { headers: { Host: "a" } } }, "models.headers.Host：这个请求头不能由你设置"],
  [{ models: { headers: { "X Y": "a" } } }, "models.headers.X Y：不是请求头的名字"],
  [{ models: { headers: { A: 1 } } }, "models.headers.A：不符合任何一种允许的写法"],
  [
    { models: { headers: { A: { env: "HOME" } } } },
    "models.headers.A.env：请写以 HANDRAIL_HEADER_ 开头的变量名",
  ],
  [
    { models: { headers: { Authorization: "geheim" } } },
    'models.headers.Authorization：密钥不要写在文件里：请写 {"env": "HANDRAIL_HEADER_…"}，并设置该变量',
  ],
  [
    { models: { baseUrls: { openai: "geheim" } } },
    "models.baseUrls.openai：不是网址：请写完整的 https://主机/路径",
  ],
  [
    { models: { baseUrls: { openai: "https://me:geheim@host/" } } },
    "models.baseUrls.openai：密码不要写在网址里：请在 models.keys 中指明密钥",
  ],
  [
    { models: { keys: { openai: "geheim" } } },
    'models.keys.openai：密钥不要写在这个文件里：请写 {"env": "变量名"}（以 _API_KEY、_KEY 或 _TOKEN 结尾），' +
    '或 {"file": "路径"}（权限 0600、只含密钥的文件）',
  ],
  [{ models: { prices: { "openai:m": { input: 1 } } } }, "models.prices.openai:m.output：应为数字"],
  [{ approval: { rules: [{}] } }, 'approval.rules.0.action：只能是 "ask"、"allow"、"deny"'],
  [{ approval: { rules: [{ action: "ask", tools: [] }] } }, "approval.rules.0.tools：不能少于 1 项"],
  [{ approval: { confirmTools: [""] } }, "approval.confirmTools.0：不能少于 1 个字符"],
  [{ pii: { guard: 1 } }, "pii.guard：应为 true 或 false"],
  [{ ui: { language: "fr" } }, 'ui.language：只能是 "en"、"zh"'],
  [{ log: { maxAgeDays: 0 } }, "log.maxAgeDays：必须大于 0"],
  [{ network: { proxy: "geheim" } }, "network.proxy：不是代理地址：请写 http://主机:端口"],
  [
    { network: { noProxy: ["a b"] } },
    "network.noProxy.0：不是主机名：请写 example.com、.example.com、127.0.0.1 或 *，不带端口",
  ],
];

for (const [config, zh] of WRONG) {
  Deno.test(`handrail.json is refused in Chinese with ${JSON.stringify(config)}`, () => {
    assertEquals(
      refusal(JSON.stringify(config)),
      `无法读取 handrail.json：${zh}。见 docs/configuration.md`,
    );
  });
}

Deno.test("handrail.json that is no JSON is refused in Chinese, and nothing of it is quoted", () => {
  assertEquals(
    refusal('{\n"models": geheim}'),
    "无法读取 handrail.json：不是有效的 JSON（Unexpected token 'g' near line 2）。请修正或移走它",
  );
});

Deno.test("what only one's own file may say is refused elsewhere in Chinese", () => {
  const error = assertThrows(
    () =>
      readConfigFile(
        [{ ...OWN, isOwn: false }],
        () => '{"models":{"use":"x"},"network":{"proxy":"http://p:1"}}',
      ),
    UsageError,
  );
  assertEquals(
    wordsOf(error).zh,
    "不能使用 handrail.json：models.use、network.proxy 会决定你的密钥和文字发往何处，" +
      "而这个文件可能是随别人的文件夹来的。请移到你自己的文件 ~/.config/handrail/handrail.json",
  );
});
