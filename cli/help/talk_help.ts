/**
 * Help texts of the commands that start a conversation, in both languages.
 *
 * @module
 */
import type { Language } from "../../tools/types.ts";

/** By command and language. */
export const TALK_HELP: Readonly<
  Record<"chat" | "run" | "json" | "service", Record<Language, string>>
> = {
  chat: {
    en: `handrail chat [--session ID] [--profile NAME] [--model SPEC] [--trace]
              [--temperature N] [--max-tokens N] [--reasoning low|medium|high]
              [--plain] [--quiet] [--encoding NAME] [--log-level LEVEL]

Talks to you at the terminal. --trace draws each turn's calls as a tree with arguments, outcome and latency, and marks
the first one that went wrong. --log-level error, warn (default), info or debug: what is told on stderr beside it.
Answers are shown as Markdown; --plain shows them as the model wrote them. --quiet leaves out banner and token counts.
--encoding says what a pipe's text is in, where it is not UTF-8.
Commands: /help lists them. Ctrl-C ends the turn, Ctrl-D leaves. See docs/repl.md.
`,
    zh: `handrail chat [--session ID] [--profile 名称] [--model 模型] [--trace]
              [--temperature 数] [--max-tokens 数] [--reasoning low|medium|high]
              [--plain] [--quiet] [--encoding 名称] [--log-level 级别]

在终端里对话。--trace 把每轮的工具调用画成树，带参数、结果和耗时，并标出第一处不对的调用。
--log-level 为 error、warn（默认）、info 或 debug：标准错误上另外报告多少。
回答按 Markdown 显示；--plain 按模型的原文显示。--quiet 不显示开头的说明和词元数。
--encoding 指明管道输入的编码（不是 UTF-8 时）。
命令：/help 列出全部。Ctrl-C 结束本轮，Ctrl-D 退出。详见 docs/repl.md。
`,
  },
  run: {
    en:
      `handrail run "TEXT" [--session ID] [--profile NAME] [--model SPEC] [--approve TOOL,…] [--json | --output json]
             [--temperature N] [--max-tokens N] [--reasoning low|medium|high]

Runs one turn. The text comes from stdin when it is - or missing and stdin is no terminal.
--json prints JSON mode's events (--opt-out EVENT,… leaves some out), --output json only the last one's payload
and the session's id.
At a terminal: --plain shows the answer as the model wrote it, --quiet leaves out token counts. --encoding NAME says
what standard input is in, where it is not UTF-8.
Calls that need approval are denied (exit 4) unless --approve names their tool. --log-level: see handrail chat --help.
`,
    zh:
      `handrail run "内容" [--session ID] [--profile 名称] [--model 模型] [--approve 工具,…] [--json | --output json]
             [--temperature 数] [--max-tokens 数] [--reasoning low|medium|high]

只运行一轮。内容写 - 或省略且标准输入不是终端时，从标准输入读取。
--json 打印 JSON 模式的事件（--opt-out 事件,… 可略去一些），--output json 只打印最后一个事件的内容和会话编号。
在终端上：--plain 按模型的原文显示回答，--quiet 不显示词元数。--encoding 名称 指明标准输入的编码（不是 UTF-8 时）。
需要审批的调用会被拒绝（退出码 4），除非用 --approve 指明工具。--log-level 见 handrail chat --help。
`,
  },
  json: {
    en: `handrail json [--session ID] [--profile NAME] [--model SPEC]
              [--temperature N] [--max-tokens N] [--reasoning low|medium|high] [--log-level LEVEL]

Reads one JSON command a line from stdin and writes one JSON event a line to stdout. See docs/json-mode.md.
  printf '{"id":"1","type":"prompt","text":"Where is order A-1024?"}\\n' | handrail json
`,
    zh: `handrail json [--session ID] [--profile 名称] [--model 模型]
              [--temperature 数] [--max-tokens 数] [--reasoning low|medium|high] [--log-level 级别]

从标准输入逐行读取 JSON 命令，向标准输出逐行写出 JSON 事件。详见 docs/json-mode.md。
  printf '{"id":"1","type":"prompt","text":"订单 A-1024 到哪了？"}\\n' | handrail json
`,
  },
  service: {
    en: `handrail service [--session ID] [--model SPEC] [--trace] [--json]
                 [--temperature N] [--max-tokens N] [--reasoning low|medium|high]
                 [--plain] [--quiet] [--encoding NAME] [--log-level LEVEL]

Hands each request to the worker that it is for: order (order status), refund (tickets) or knowledge (documents).
A worker has no tools but its own. --json is JSON mode; the event worker.selected says who took a turn.
`,
    zh: `handrail service [--session ID] [--model 模型] [--trace] [--json]
                 [--temperature 数] [--max-tokens 数] [--reasoning low|medium|high]
                 [--plain] [--quiet] [--encoding 名称] [--log-level 级别]

把每个请求交给对应的岗位：order（查订单）、refund（工单）或 knowledge（查资料）。每个岗位只有自己的工具。
--json 用 JSON 模式，事件 worker.selected 说明由谁处理。
`,
  },
};
