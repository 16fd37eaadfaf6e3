/**
 * Help texts of the commands about sessions, in both languages.
 *
 * @module
 */
import type { Language } from "../../tools/types.ts";

/** By command and language. */
export const SESSION_HELP: Readonly<Record<"sessions" | "resume", Record<Language, string>>> = {
  sessions: {
    en: `handrail sessions list [--json]                      id, when it was last used, turns, size, title
handrail sessions show ID [--json]                   the conversation, to read
handrail sessions resume ID                          goes on with it, as handrail resume ID does
handrail sessions rename ID TITLE [--json]           gives it a title
handrail sessions remove ID [--yes] [--json]         removes it for good; asks first
handrail sessions fork ID [NEW] [--json]             a new session that begins where this one stands
handrail sessions export ID [--format md|html|json]  to stdout; keys and tokens are masked
handrail sessions export ID --format recording       its calls, for handrail replay; personal data is masked as well
handrail sessions trace ID [--turn N] [--width N] [--html | --json] [--output FILE]
                                                     its calls as a tree, the first that went wrong marked

export takes --output FILE in place of stdout, never over a file that is there.

A fork takes over what was said, but no permissions, and it does not know which writes of the other session were done:
there, the same request counts as a new one. See docs/sessions.md. A trace is as wide as the terminal, or --width 40 to
200; its ID may be a call's, whose turn it is then; --html is one page that loads nothing: see docs/tuning.md.
`,
    zh: `handrail sessions list [--json]                      编号、最近使用时间、轮数、大小、标题
handrail sessions show ID [--json]                   阅读对话
handrail sessions resume ID                          继续这个会话，同 handrail resume ID
handrail sessions rename ID 标题 [--json]            取个标题
handrail sessions remove ID [--yes] [--json]         永久删除，先询问
handrail sessions fork ID [新编号] [--json]          从这里分出一个新会话
handrail sessions export ID [--format md|html|json]  导出到标准输出，密钥与令牌会被替换
handrail sessions export ID --format recording       导出调用，供 handrail replay 使用，个人信息也会被替换
handrail sessions trace ID [--turn N] [--width N] [--html | --json] [--output 文件]
                                                     把调用画成树，标出第一处不对的调用

export 可用 --output 文件 写入文件，不覆盖已有的文件。

分出的会话带着说过的话，但不带已给的允许，也不记得原会话做过哪些操作：同样的请求在那里算新的。详见 docs/sessions.md。
调用树与终端同宽，或用 --width 指定 40 到 200；ID 也可以是调用编号，只看它那一轮；--html 是不加载任何外部内容的单个网页：见 docs/tuning.md。
`,
  },
  resume: {
    en: `handrail resume ID | --last [--profile NAME] [--model SPEC] [--trace]
                [--temperature N] [--max-tokens N] [--reasoning low|medium|high]
                [--plain] [--quiet] [--encoding NAME] [--log-level LEVEL]

Goes on with a conversation at the terminal: chat with a session that is there. --last takes the one used last.
`,
    zh: `handrail resume ID | --last [--profile 名称] [--model 模型] [--trace]
                [--temperature 数] [--max-tokens 数] [--reasoning low|medium|high]
                [--plain] [--quiet] [--encoding 名称] [--log-level 级别]

在终端里继续一个已有的会话。--last 选最近用过的那个。
`,
  },
};
