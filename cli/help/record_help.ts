/**
 * Help texts of the commands about what is remembered between calls, in both languages.
 *
 * @module
 */
import type { Language } from "../../tools/types.ts";

/** By command and language. */
export const RECORD_HELP: Readonly<
  Record<"approvals" | "idempotency" | "breaker" | "mask", Record<Language, string>>
> = {
  approvals: {
    en: `handrail approvals list --session ID [--json]              what the session may do without asking
handrail approvals withdraw [TOOL] --session ID [--json]   takes it back, for one tool or for all

In a conversation, /approvals does the same. A process that has the session open follows with its next turn.
`,
    zh: `handrail approvals list --session ID [--json]              列出会话里无需再问的工具
handrail approvals withdraw [工具] --session ID [--json]   收回一个工具或全部工具的允许

对话中可用 /approvals。已打开该会话的进程从下一轮起生效。
`,
  },
  idempotency: {
    en:
      `handrail idempotency list [--json]         the records of the store: key, tool, state, when, until when
handrail idempotency forget KEY [--json]   removes one, so that the same request runs again

For a person who has checked what really happened, above all after an unknown outcome. A KEY may be shortened as long as
it names one record. Records never hold arguments, and keys reveal none.
`,
    zh: `handrail idempotency list [--json]         列出存储里的记录：键、工具、状态、时间、有效期
handrail idempotency forget 键 [--json]    删除一条，让同样的请求可以再执行

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
    en: `handrail mask [--strategy alias|mask|hash|block] [--kinds KIND,…] [--summary] [--encoding NAME]

Copies stdin to stdout as it comes, with personal data replaced:
  alias  [[PHONE_1]], numbered; the same value gets the same alias, among the last 100,000 values (default)
  mask   138****5678        hash  [PHONE:16 hex digits], keyed with HANDRAIL_SECRET        block  [PHONE]
--kinds looks for these only: secret, url_credentials, email, iban, mainland_id, company_code, bank_card, us_ssn,
mac_address, ip_address, passport, phone. --summary counts them on stderr at the end.
--encoding says what the input is in, where it is not UTF-8; the output always is.
  tail -f app.log | handrail mask --strategy mask
`,
    zh: `handrail mask [--strategy alias|mask|hash|block] [--kinds 类别,…] [--summary] [--encoding 名称]

把标准输入边读边写到标准输出，其中的个人信息被替换：
  alias  [[PHONE_1]]，带编号；最近 100,000 个值之内，相同的值编号相同（默认）
  mask   138****5678        hash  [PHONE:16 位十六进制]，以 HANDRAIL_SECRET 为密钥        block  [PHONE]
--kinds 只找这些类别：secret、url_credentials、email、iban、mainland_id、company_code、bank_card、us_ssn、
mac_address、ip_address、passport、phone。--summary 结束时在标准错误上报告各类数量。
--encoding 指明输入的编码（不是 UTF-8 时）；输出总是 UTF-8。
  tail -f app.log | handrail mask --strategy mask
`,
  },
};
