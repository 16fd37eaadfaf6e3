/**
 * Help texts, in both languages.
 *
 * @module
 */
import type { Language } from "../tools/types.ts";
import type { CommandName } from "./command_line.ts";
import { SESSION_HELP } from "./session_help.ts";

const MAIN: Record<Language, string> = {
  en:
    `Handrail: a terminal agent whose tool calls are safe to repeat, to refuse, to show, to cut off and to replay.

Usage
  handrail [chat]              talk to it (Ctrl-C ends a turn, Ctrl-D leaves)
  handrail run "TEXT"          one turn: the answer on stdout, progress on stderr
  handrail json                JSON lines in and out, for programs
  handrail service             each request goes to one of three workers: order, refund, knowledge
  handrail kb ingest PATH…     take documents in; also: kb search, info, verify, remove, export
  handrail tools list          what the model can call
  handrail sessions list       conversations; also: sessions show, rename, remove, fork, export
  handrail resume ID           goes on with one; --last: with the one used last
  handrail approvals list      what a session may do without asking; also: approvals withdraw [TOOL]
  handrail idempotency list    what was done and is remembered; also: idempotency forget KEY
  handrail breaker list        tools that fail or are switched off; also: breaker reset [TOOL]
  handrail mask                replace personal data in what flows from stdin to stdout
  handrail selftest            check the whole chain, offline
  handrail schema              JSON Schema of JSON mode's events and commands

Flags
  --session ID     create or continue a session      --profile NAME   chat, service, order, refund, knowledge
  --model SPEC     offline, or openai:MODEL          --help, --version

Environment
  HANDRAIL_MODEL        model to use (offline)        OPENAI_API_KEY, OPENAI_BASE_URL
  AGENT_CONFIRM_TOOLS   tools that ask first, beside the risky ones: names, *, or none
  AGENT_GUARD_PII       1: personal data stays away from the model and from every file
  HANDRAIL_KB           index file                    HANDRAIL_STATE   folder of sessions and the ledger
  HANDRAIL_EMBEDDER     search by meaning too: local (default), openai:MODEL, or none for words alone
  HANDRAIL_MODEL_DIR    folder with its model, else   HANDRAIL_MODEL_URL (fetched once) into HANDRAIL_CACHE
  IDEMPOTENCY_STORE     memory, redis (REDIS_URL) or kv (HANDRAIL_KV): who shares what was done
  IDEMPOTENCY_WAIT_MS   how long to wait for another process that does the same (10000)
  HANDRAIL_DESK_URL     your own orders and tickets   HANDRAIL_DESK_TOKEN, HANDRAIL_DESK_STRICT_JSON (docs/desk.md)

Exit codes
  0 completed · 1 failed · 2 usage · 3 key · 4 approval denied · 5 limit · 6 model unreachable · 128+n signal
`,
  zh: `Handrail：终端里的智能助手，工具调用可以放心地重复、拒绝、查看、中断和重放。

用法
  handrail [chat]              对话（Ctrl-C 结束本轮，Ctrl-D 退出）
  handrail run "内容"          只问一轮：答案在标准输出，过程在标准错误
  handrail json                用 JSON 行收发，供程序调用
  handrail service             每个请求交给三个岗位之一：order、refund、knowledge
  handrail kb ingest 路径…     文档入库；另有 kb search、info、verify、remove、export
  handrail tools list          模型可以调用的工具
  handrail sessions list       保存的会话；另有 sessions show、rename、remove、fork、export
  handrail resume ID           继续一个会话；--last 继续最近的
  handrail approvals list      会话里无需再问的工具；另有 approvals withdraw [工具]
  handrail idempotency list    做过且还记得的操作；另有 idempotency forget 键
  handrail breaker list        正在出错或已停用的工具；另有 breaker reset [工具]
  handrail mask                把流经标准输入输出的个人信息替换掉
  handrail selftest            离线自检整条链路
  handrail schema              JSON 模式的事件与命令的 JSON Schema

选项
  --session ID     新建或继续一个会话                --profile 名称   chat、service、order、refund、knowledge
  --model 模型     offline 或 openai:模型名          --help，--version

环境变量
  HANDRAIL_MODEL        使用的模型（默认 offline）     OPENAI_API_KEY，OPENAI_BASE_URL
  AGENT_CONFIRM_TOOLS   除高风险工具外，还要先询问的工具：名称、* 或 none
  AGENT_GUARD_PII       1：个人信息不进模型，也不进任何文件
  HANDRAIL_KB           索引文件                       HANDRAIL_STATE   会话与台账的文件夹
  HANDRAIL_EMBEDDER     同时按语义检索：local（默认）、openai:模型名，或 none（只按词）
  HANDRAIL_MODEL_DIR    语义模型所在文件夹；没有则从 HANDRAIL_MODEL_URL 下载一次到 HANDRAIL_CACHE
  IDEMPOTENCY_STORE     memory、redis（REDIS_URL）或 kv（HANDRAIL_KV）：谁共享“做过什么”
  IDEMPOTENCY_WAIT_MS   另一个进程正在做同样的事时，最多等多少毫秒（10000）
  HANDRAIL_DESK_URL     自己的订单与工单后端           HANDRAIL_DESK_TOKEN，HANDRAIL_DESK_STRICT_JSON（docs/desk.md）

退出码
  0 完成 · 1 失败 · 2 用法 · 3 密钥 · 4 审批被拒 · 5 达到上限 · 6 模型不可用 · 128+n 信号
`,
};

const COMMAND: Record<CommandName, Record<Language, string>> = {
  ...SESSION_HELP,
  chat: {
    en: `handrail chat [--session ID] [--profile NAME] [--model SPEC] [--trace]

Talks to you at the terminal. --trace prints each turn's calls as a tree with arguments, status and latency.
Commands: /help /new /again /tools /approvals /exit. Ctrl-C ends the turn, Ctrl-D leaves.
`,
    zh: `handrail chat [--session ID] [--profile 名称] [--model 模型] [--trace]

在终端里对话。--trace 把每轮的工具调用打印成树，带参数、状态和耗时。
命令：/help /new /again /tools /approvals /exit。Ctrl-C 结束本轮，Ctrl-D 退出。
`,
  },
  run: {
    en:
      `handrail run "TEXT" [--session ID] [--profile NAME] [--model SPEC] [--approve TOOL,…] [--json | --output json]

Runs one turn. The text comes from stdin when it is - or missing and stdin is no terminal.
--json prints JSON mode's events (--opt-out EVENT,… leaves some out), --output json only the last one's payload.
Calls that need approval are denied (exit 4) unless --approve names their tool.
`,
    zh:
      `handrail run "内容" [--session ID] [--profile 名称] [--model 模型] [--approve 工具,…] [--json | --output json]

只运行一轮。内容写 - 或省略且标准输入不是终端时，从标准输入读取。
--json 打印 JSON 模式的事件（--opt-out 事件,… 可略去一些），--output json 只打印最后一个事件的内容。
需要审批的调用会被拒绝（退出码 4），除非用 --approve 指明工具。
`,
  },
  json: {
    en: `handrail json [--session ID] [--profile NAME] [--model SPEC]

Reads one JSON command a line from stdin and writes one JSON event a line to stdout. See docs/json-mode.md.
  printf '{"id":"1","type":"prompt","text":"Where is order A-1024?"}\\n' | handrail json
`,
    zh: `handrail json [--session ID] [--profile 名称] [--model 模型]

从标准输入逐行读取 JSON 命令，向标准输出逐行写出 JSON 事件。详见 docs/json-mode.md。
  printf '{"id":"1","type":"prompt","text":"订单 A-1024 到哪了？"}\\n' | handrail json
`,
  },
  service: {
    en: `handrail service [--session ID] [--model SPEC] [--trace] [--json]

Hands each request to the worker that it is for: order (order status), refund (tickets) or knowledge (documents).
A worker has no tools but its own. --json is JSON mode; the event worker.selected says who took a turn.
`,
    zh: `handrail service [--session ID] [--model 模型] [--trace] [--json]

把每个请求交给对应的岗位：order（查订单）、refund（工单）或 knowledge（查资料）。每个岗位只有自己的工具。
--json 用 JSON 模式，事件 worker.selected 说明由谁处理。
`,
  },
  kb: {
    en: `handrail kb ingest PATH… [--glob PATTERN]… [--dry-run] [--prune] [--max-size MB] [--json]
handrail kb search TEXT [--limit N] [--under PATH] [--since DATE] [--until DATE] [--json]   ranked passages
handrail kb info [--json]                      what the index holds
handrail kb verify [--json]                    whether the index is sound
handrail kb remove PATH… [--json]              takes documents out; their files stay
handrail kb export [--under PATH]              the chunks, one JSON object a line

Ingest takes in .md, .txt, .html, .csv, .tsv, .json, .jsonl, .pdf and .docx files; unchanged ones cost nothing.
Hidden files and what .gitignore and .handrailignore name are passed over.
--glob takes only files that match, or with ! in front only those that do not; it may be repeated.
--dry-run tells what would be done and writes nothing.
--prune also removes the documents of a folder that is now empty. HANDRAIL_KB names the index file.
`,
    zh: `handrail kb ingest 路径… [--glob 模式]… [--dry-run] [--prune] [--max-size MB] [--json]
handrail kb search 内容 [--limit N] [--under 路径] [--since 日期] [--until 日期] [--json]   按相关度列出段落和分数
handrail kb info [--json]                      索引里有什么
handrail kb verify [--json]                    检查索引是否完好
handrail kb remove 路径… [--json]              从索引移除文档，文件不动
handrail kb export [--under 路径]              导出所有片段，每行一个 JSON 对象

可入库 .md、.txt、.html、.csv、.tsv、.json、.jsonl、.pdf、.docx 文件，未变的文件不重复处理。
隐藏文件以及 .gitignore 和 .handrailignore 列出的内容会跳过。
--glob 只取匹配的文件，前面加 ! 则排除匹配的文件，可重复使用。
--dry-run 只说明会做什么，不写入任何内容。
--prune 会同时移除已变空的文件夹里原有的文档。HANDRAIL_KB 指定索引文件。
`,
  },
  tools: {
    en: `handrail tools list [--profile NAME] [--json]

Lists the tools of a profile in the order that the model sees them.
`,
    zh: `handrail tools list [--profile 名称] [--json]

按模型看到的顺序列出某个角色的工具。
`,
  },
  approvals: {
    en: `handrail approvals list --session ID [--json]              what the session may do without asking
handrail approvals withdraw [TOOL] --session ID [--json]   takes it back, for one tool or for all

In a conversation, /approvals does the same. A process that has the session open follows once it opens it again.
`,
    zh: `handrail approvals list --session ID [--json]              列出会话里无需再问的工具
handrail approvals withdraw [工具] --session ID [--json]   收回一个工具或全部工具的允许

对话中可用 /approvals。已打开该会话的进程要重新打开后才会生效。
`,
  },
  idempotency: {
    en: `handrail idempotency list [--json]     the records of the store: key, tool, state, when, until when
handrail idempotency forget KEY         removes one, so that the same request runs again

For a person who has checked what really happened, above all after an unknown outcome. A KEY may be shortened as long as
it names one record. Records never hold arguments, and keys reveal none.
`,
    zh: `handrail idempotency list [--json]     列出存储里的记录：键、工具、状态、时间、有效期
handrail idempotency forget 键          删除一条，让同样的请求可以再执行

供核实过实际情况的人使用，尤其是结果未知之后。键可以缩写，只要能唯一确定一条记录。
记录里没有参数，键也不会泄露参数。
`,
  },
  breaker: {
    en: `handrail breaker list [--json]             tools that failed lately: state, failures, until when
handrail breaker reset [TOOL] [--json]     forgets the failures of one tool, or of all: it is called again at once

Five failures in a row within a minute switch a tool off for a minute; then one call tries whether it works again.
For a person who has mended what was broken and will not wait. TOOL may be an alias. See docs/breaker.md.
`,
    zh: `handrail breaker list [--json]             最近出错的工具：状态、失败次数、到什么时候
handrail breaker reset [工具] [--json]     清除一个或全部工具的失败记录，马上恢复调用

一分钟内连续失败五次，工具会停用一分钟，之后放行一次调用来试探是否恢复。
供已经修好故障、不想再等的人使用。工具可以写别名。详见 docs/breaker.md。
`,
  },
  mask: {
    en: `handrail mask [--strategy alias|mask|hash|block] [--kinds KIND,…] [--summary]

Copies stdin to stdout as it comes, with personal data replaced:
  alias  [[PHONE_1]], numbered; the same value gets the same alias, among the last 100,000 values (default)
  mask   138****5678        hash  [PHONE:16 hex digits], keyed with HANDRAIL_SECRET        block  [PHONE]
--kinds looks for these only: secret, url_credentials, email, iban, mainland_id, company_code, bank_card, us_ssn,
mac_address, ip_address, passport, phone. --summary counts them on stderr at the end.
  tail -f app.log | handrail mask --strategy mask
`,
    zh: `handrail mask [--strategy alias|mask|hash|block] [--kinds 类别,…] [--summary]

把标准输入边读边写到标准输出，其中的个人信息被替换：
  alias  [[PHONE_1]]，带编号；最近 100,000 个值之内，相同的值编号相同（默认）
  mask   138****5678        hash  [PHONE:16 位十六进制]，以 HANDRAIL_SECRET 为密钥        block  [PHONE]
--kinds 只找这些类别：secret、url_credentials、email、iban、mainland_id、company_code、bank_card、us_ssn、
mac_address、ip_address、passport、phone。--summary 结束时在标准错误上报告各类数量。
  tail -f app.log | handrail mask --strategy mask
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
  schema: {
    en: `handrail schema [--typescript]

Prints JSON Schema of JSON mode's events and commands, generated from what validates them; or TypeScript.
`,
    zh: `handrail schema [--typescript]

打印 JSON 模式的事件与命令的 JSON Schema（或 TypeScript 类型），由校验所用的定义生成。
`,
  },
};

/**
 * The help for a command, or for the program.
 *
 * @param topic The command; all of them when `undefined`.
 * @param language The reader's.
 *
 * @example
 * ```ts
 * helpText("kb", "en");
 * ```
 */
export function helpText(topic: CommandName | undefined, language: Language): string {
  return topic === undefined ? MAIN[language] : COMMAND[topic][language];
}
