/**
 * Help texts of the commands that show what there is, in both languages.
 *
 * @module
 */
import type { Language } from "../../tools/types.ts";

/** By command and language. */
export const INSPECT_HELP: Readonly<
  Record<"tools" | "models" | "selftest" | "doctor" | "schema" | "completions", Record<Language, string>>
> = {
  tools: {
    en: `handrail tools list [--profile NAME] [--json]
handrail tools stats [--since 7d] [--session ID] [--profile NAME] [--json]
handrail tools lint [--profile NAME] [--json] [--strict]

list shows the tools of a profile in the order that the model sees them. stats counts the calls in the log, tool by
tool: errors, retries, repeats, replays, denials, latency, tokens; and says what to look at first, with the calls that
show it. --since takes 90m, 24h, 7d or a date, in UTC. See docs/tuning.md. lint looks for what models trip over: names,
look-alike descriptions, fields that explain too little, the order, colliding aliases, the length of it all. Exit 1
when it finds an error, with --strict a warning as well. See docs/replay.md.
`,
    zh: `handrail tools list [--profile 名称] [--json]
handrail tools stats [--since 7d] [--session ID] [--profile 名称] [--json]
handrail tools lint [--profile 名称] [--json] [--strict]

list 按模型看到的顺序列出某个角色的工具。stats 按工具统计日志里的调用：出错、重试、重复、重放、拒绝、耗时、
token，并指出该先看哪里，附上作为依据的调用编号。--since 可写 90m、24h、7d 或日期（UTC）。详见 docs/tuning.md。
lint 查找容易让模型出错的地方：名称、相似的说明、解释不足的字段、顺序、冲突的别名、总长度。
有错误时退出码为 1，加 --strict 时有警告也为 1。详见 docs/replay.md。
`,
  },
  models: {
    en: `handrail models list [--json]     providers, the variable with each one's key, and whether it is set

HANDRAIL_MODEL takes offline (default), PROVIDER:MODEL, or http(s)://HOST/PATH#MODEL for any server that
speaks OpenAI's format (its key, if it wants one, in HANDRAIL_API_KEY). Each provider's address can be replaced:
OPENAI_BASE_URL and the like. Keys are never shown. See docs/models.md.
`,
    zh: `handrail models list [--json]     列出厂商、各自密钥的变量名，以及是否已设置

HANDRAIL_MODEL 可写 offline（默认）、厂商:模型名，或 http(s)://主机/路径#模型名（任何兼容 OpenAI 格式的
服务；需要密钥时写在 HANDRAIL_API_KEY）。各厂商的地址可以替换：OPENAI_BASE_URL 等。密钥绝不显示。详见 docs/models.md。
`,
  },
  selftest: {
    en: `handrail selftest [--json]

Runs the whole chain offline against exact expected outputs. Exit 0 when every check passes.
`,
    zh: `handrail selftest [--json]

离线运行整条链路，与期望输出逐字比较。全部通过时退出码为 0。
`,
  },
  doctor: {
    en: `handrail doctor [--json]

Checks the version and its parts, permissions, folders, stores, the model and its key, the index, the embedding runtime,
the terminal, proxies and certificates. Each line is ok, a warning or a failure; what can be done stands below it.
Nothing of yours is changed and no model is asked. Exit 1 when something that you asked for cannot work.
`,
    zh: `handrail doctor [--json]

检查版本与组成、权限、文件夹、存储、模型与密钥、索引、向量运行时、终端、代理与证书。
每行是正常、警告或失败，下面写着可以怎么办。不改动你的任何东西，也不调用模型。有需要的部分无法工作时退出码为 1。
`,
  },
  completions: {
    en: `handrail completions bash|zsh|fish|powershell

Prints a script that completes commands, flags, sessions, tools and models:
  bash         handrail completions bash > ~/.local/share/bash-completion/completions/handrail
  zsh          handrail completions zsh > "\${fpath[1]}/_handrail"
  fish         handrail completions fish > ~/.config/fish/completions/handrail.fish
  powershell   handrail completions powershell >> $PROFILE
`,
    zh: `handrail completions bash|zsh|fish|powershell

打印一段脚本，用来补全命令、选项、会话、工具和模型：
  bash         handrail completions bash > ~/.local/share/bash-completion/completions/handrail
  zsh          handrail completions zsh > "\${fpath[1]}/_handrail"
  fish         handrail completions fish > ~/.config/fish/completions/handrail.fish
  powershell   handrail completions powershell >> $PROFILE
`,
  },
  schema: {
    en: `handrail schema [--typescript]

Prints JSON Schema of JSON mode's events and commands, generated from what validates them; or TypeScript.
`,
    zh: `handrail schema [--typescript]

打印 JSON 模式的事件与命令的 JSON Schema（或 TypeScript 类型），由校验所用的定义生成。
`,
  },
};
