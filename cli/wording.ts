/**
 * What the program says to people, in both languages.
 *
 * @module
 */
import type { Language } from "../tools/types.ts";
import { inChinese } from "./event_words.ts";

const EN = {
  language: "en" as Language,
  banner: (version: string, model: string) =>
    `Handrail ${version} · model ${model} · /help for commands, Ctrl-D to leave`,
  commands: [
    "/help\tthis list",
    "/new\tstart a new session",
    "/retry\task the last request once more; what was done is not done twice",
    "/again\trun the last request again, as a new one",
    "/model [NAME]\twhich model answers; another one from here on",
    "/tools\twhat the model can call",
    "/kb [TEXT]\tsearch the documents; without a text, what is in them",
    "/sessions\tearlier sessions",
    "/resume ID\tgo on with one",
    "/export [FILE]\tthis session as FILE.md, FILE.html or FILE.json",
    "/compact\tmake the conversation shorter for the model; the session keeps everything",
    "/approvals\twhat is allowed for this session; /approvals withdraw [TOOL] takes it back",
    "/exit\tleave (or Ctrl-D)",
  ].join("\n"),
  keys: "Ctrl-C ends the running turn. Up brings earlier lines back, Tab completes a command.",
  unknownCommand: (name: string, valid: string) => `No such command: ${name}. There are ${valid}`,
  newSession: (id: string) => `New session ${id}`,
  resumed: (id: string, messages: number) => `Session ${id} goes on, after ${messages} messages`,
  removesOpen: (id: string) =>
    `Cannot remove session ${id}: it is open here. Begin another one with /new first`,
  exported: (file: string) => `Written to ${file}`,
  model: (id: string) => `Model ${id}`,
  nothingSaid: "Nothing has been said in this session yet.",
  nothingAgain: "There is no earlier request to run again.",
  runningAgain: (text: string) => `Running again, as a new request: ${text}`,
  leaveHint: "Press Ctrl-C again, or Ctrl-D, to leave.",
  resume: (id: string) => `To continue this session: handrail --session ${id}`,
  cancelled: "Cancelled.",
  limit: "Stopped: the step limit of this turn was reached.",
  answerCut:
    "The answer was cut off: the limit of tokens was reached. --max-tokens or HANDRAIL_MAX_TOKENS raises it.",
  answerFiltered: "The vendor's filter ended the answer. Say it differently.",
  saidNothing: "The model said nothing. Ask again (/retry), or take another model.",
  loop: "Stopped: the model kept making the same call with the same result.",
  labelled: (label: string, text: string) => `${label}: ${text}`,
  failed: "Failed",
  hint: "Hint",
  /** By the code of an error or a warning; where there is none, what the event itself says. */
  hints: {} as Readonly<Record<string, string>>,
  warning: "Note",
  /** What an event says. */
  said: (sentence: string) => sentence,
  modelTrouble: (code: string, status: string) =>
    code === "rate_limited"
      ? `model busy${status}`
      : code === "network"
      ? "model cannot be reached"
      : `model failed${status}`,
  toolTrouble: (tool: string, type: string) => {
    const troubles: Readonly<Record<string, string>> = {
      network: "no connection",
      timeout: "no answer in time",
      rate_limited: "too many requests",
      in_progress: "still at it",
    };
    return `${tool} (${troubles[type] ?? "failed for the moment"})`;
  },
  tryingAgain: (trouble: string, seconds: number, attempt: number, most: number) =>
    `${trouble}: trying again in ${seconds} s (${attempt} of ${most})`,
  contextTrimmed: (outputs: number, summarised: number, dropped: number) =>
    `The conversation is long: ${
      [
        ...(outputs > 0 ? [`${outputs} old tool ${outputs === 1 ? "output" : "outputs"} left out`] : []),
        ...(summarised > 0
          ? [`the first ${summarised === 1 ? "turn" : `${summarised} turns`} summarised`]
          : []),
        ...(dropped > 0 ? [`${dropped} old ${dropped === 1 ? "turn" : "turns"} left out`] : []),
      ].join(", ")
    } for the model. The session keeps everything.`,
  nothingToTrim: "There is nothing to make shorter yet.",
  handedOff: (ticket: string) => `Handed to a person (${ticket})`,
  replayed: "already done, not repeated",
  statuses: {
    ok: "ok",
    error: "failed",
    denied: "denied",
    cancelled: "cancelled",
    timeout: "timed out",
    circuit_open: "switched off",
    unknown_outcome: "outcome unknown",
  },
  reads: "read",
  writes: "write",
  highRisk: "high risk",
  asksFirst: "asks first",
  aliases: (names: string) => `also ${names}`,
  approvalTitle: (tool: string) => `Approval needed: ${tool}`,
  approvalAsk: "Allow this call?",
  deny: "Deny",
  denyWithReason: "Deny, and say why",
  allowOnce: "Allow once",
  allowSession: "Allow for this session",
  edit: "Change the arguments, then decide",
  editAsk: "Which argument?",
  editBack: "Deny after all",
  editRun: "Allow once with these arguments",
  editMismatch: (type: string) => `That is no ${type}.`,
  argumentLength: (field: string, length: number, hidden: number) =>
    `${field}: ${length} characters${hidden > 0 ? `, ${hidden} of them cannot be shown` : ""}`,
  noGrants: "Nothing is allowed for this session.",
  grant: (tool: string, at: string) => `${tool}, since ${at}`,
  withdrawn: (count: number) => `Withdrawn: ${count}`,
  repeatNotice: "The same call was made before: allowing it gives that result and does not run it again.",
  runAgain: "Run it again, as a new request",
  denyAndStop: "Deny, and end the turn",
  denyReason: "Why not?",
  approvalClosed: (by: string) => `Approval closed (${by}).`,
  waiting: (seconds: number) => seconds < 2 ? "thinking" : `thinking, ${seconds} s`,
  usage: (input: string, output: string) => `↑ ${input} ↓ ${output} tokens`,
  offlineModel: "a small offline program, no language model",
  wordsOnly: (why: string) => `Searching by words only. ${why}`,
  modelNotFetched: "The embedding model is not here yet. It is fetched by: handrail kb ingest PATH",
  readAsGb18030: "standard input is no UTF-8 and was read as GB18030; --encoding names another one",
  firstSteps: (model: string) =>
    [
      "Try: Where is order A-1024? · How many days of annual leave do I get? · Open a ticket: the printer is broken",
      `What answers is ${model}. Another model: HANDRAIL_MODEL=openai:gpt-4o-mini OPENAI_API_KEY=sk-… handrail`,
      "/help lists the commands. These lines come only once.",
    ].join("\n"),
  deniedNoTerminal: "nobody can be asked: standard input or output is no terminal",
  deniedOneShot: "nobody can be asked in a one-shot run; name the tool with --approve",
  noHumanOneShot: "this is a one-shot run",
};

const ZH: typeof EN = {
  language: "zh",
  banner: (version, model) => `Handrail ${version} · 模型 ${model} · 输入 /help 看命令，Ctrl-D 退出`,
  commands: [
    "/help\t命令列表",
    "/new\t开始新会话",
    "/retry\t再问一次上一个请求；做过的事不会重复做",
    "/again\t把上一个请求当作新请求再执行一次",
    "/model [名称]\t当前模型；给出名称则从此换用",
    "/tools\t模型可以调用的工具",
    "/kb [文字]\t检索知识库；不给文字则显示概况",
    "/sessions\t以前的会话",
    "/resume 编号\t继续其中一个",
    "/export [文件]\t把本会话存为 文件.md、文件.html 或 文件.json",
    "/compact\t为模型压缩对话；会话文件仍保留全部内容",
    "/approvals\t本会话内已允许的工具；/approvals withdraw [工具] 收回允许",
    "/exit\t退出（或 Ctrl-D）",
  ].join("\n"),
  keys: "Ctrl-C 结束正在运行的一轮。上箭头取回以前的输入，Tab 补全命令。",
  unknownCommand: (name, valid) => `没有这个命令：${name}。可用：${valid}`,
  newSession: (id) => `新会话 ${id}`,
  resumed: (id, messages) => `继续会话 ${id}，已有 ${messages} 条消息`,
  removesOpen: (id) => `无法删除会话 ${id}：它正在这里使用。请先用 /new 开始新会话`,
  exported: (file) => `已写入 ${file}`,
  model: (id) => `模型 ${id}`,
  nothingSaid: "这个会话里还没有说过话。",
  nothingAgain: "还没有可以再执行的请求。",
  runningAgain: (text) => `作为新请求再执行一次：${text}`,
  leaveHint: "再按一次 Ctrl-C，或按 Ctrl-D 退出。",
  resume: (id) => `继续这个会话：handrail --session ${id}`,
  cancelled: "已取消。",
  limit: "已停止：达到本轮的步数上限。",
  answerCut: "回答被截断：达到词元上限。可用 --max-tokens 或 HANDRAIL_MAX_TOKENS 调高。",
  answerFiltered: "服务商的内容过滤中断了回答，请换个说法。",
  saidNothing: "模型什么也没有说。请再问一次（/retry），或换一个模型。",
  loop: "已停止：模型反复做同样的调用，结果都一样。",
  labelled: (label, text) => `${label}：${text}`,
  failed: "失败",
  hint: "提示",
  hints: {
    auth: "请检查 API 密钥以及它的权限",
    quota: "请检查账户余额",
    rate_limited: "请稍等再试",
    model_unavailable: "请检查模型名称和地址；如果是服务器出错，请稍后再试",
    network: "请检查地址、网络和代理；HANDRAIL_MODEL=offline 可以离线使用",
    tls: "在 DENO_CERT 或 handrail.json 的 network.caFile 里写明证书颁发机构，或设 DENO_TLS_CA_STORE=system",
    proxy: "请检查 HTTP_PROXY、HTTPS_PROXY、NO_PROXY 或 handrail.json 里的 network，以及其中的用户名和密码",
    stream_disconnected: "请再问一次（/retry）",
    context_overflow: "请开始新会话（/new）、一次少问一些，或换用窗口更大的模型",
    session_not_locked: "请把 HANDRAIL_STATE 设为可写的文件夹；在此之前一个会话只用一个进程",
    session_not_saved: "对话可以继续，但以后无法接着聊。请把 HANDRAIL_STATE 设为可写的文件夹",
  },
  warning: "注意",
  said: inChinese,
  modelTrouble: (code, status) =>
    code === "rate_limited" ? `模型繁忙${status}` : code === "network" ? "无法连接模型" : `模型出错${status}`,
  toolTrouble: (tool, type) => {
    const troubles: Readonly<Record<string, string>> = {
      network: "连接失败",
      timeout: "超时未答复",
      rate_limited: "请求过多",
      in_progress: "仍在处理",
    };
    return `${tool}（${troubles[type] ?? "暂时失败"}）`;
  },
  tryingAgain: (trouble, seconds, attempt, most) =>
    `${trouble}：${seconds} 秒后重试（第 ${attempt} 次，最多 ${most} 次）`,
  contextTrimmed: (outputs, summarised, dropped) =>
    `对话较长：发给模型的内容中，${
      [
        ...(outputs > 0 ? [`略去了 ${outputs} 条旧的工具输出`] : []),
        ...(summarised > 0 ? [`前 ${summarised} 轮改为摘要`] : []),
        ...(dropped > 0 ? [`略去了 ${dropped} 轮旧对话`] : []),
      ].join("，")
    }。会话文件仍保留全部内容。`,
  nothingToTrim: "目前没有可以压缩的内容。",
  handedOff: (ticket) => `已转人工（${ticket}）`,
  replayed: "之前已执行，没有重复",
  statuses: {
    ok: "完成",
    error: "出错",
    denied: "已拒绝",
    cancelled: "已取消",
    timeout: "超时",
    circuit_open: "已停用",
    unknown_outcome: "结果未知",
  },
  reads: "只读",
  writes: "写入",
  highRisk: "高风险",
  asksFirst: "先询问",
  aliases: (names) => `又名 ${names}`,
  approvalTitle: (tool) => `需要审批：${tool}`,
  approvalAsk: "允许这次调用吗？",
  deny: "拒绝",
  denyWithReason: "拒绝，并说明原因",
  allowOnce: "允许一次",
  allowSession: "本会话内都允许",
  edit: "修改参数后再决定",
  editAsk: "修改哪个参数？",
  editBack: "还是拒绝",
  editRun: "按这些参数允许一次",
  editMismatch: (type) => `这不是 ${type} 类型的值。`,
  argumentLength: (field, length, hidden) =>
    `${field}：共 ${length} 个字符${hidden > 0 ? `，其中 ${hidden} 个无法显示` : ""}`,
  noGrants: "本会话内没有已允许的工具。",
  grant: (tool, at) => `${tool}，自 ${at}`,
  withdrawn: (count) => `已收回 ${count} 项`,
  repeatNotice: "同样的调用之前做过：允许只会返回那次的结果，不会再执行。",
  runAgain: "作为新请求再执行一次",
  denyAndStop: "拒绝，并结束本轮",
  denyReason: "为什么拒绝？",
  approvalClosed: (by) => `审批已结束（${by}）。`,
  waiting: (seconds) => seconds < 2 ? "思考中" : `思考中，${seconds} 秒`,
  usage: (input, output) => `↑ ${input} ↓ ${output} 词元`,
  offlineModel: "离线小模型（不是语言模型）",
  wordsOnly: (why) => `只按词检索，没有按语义检索。${why}`,
  modelNotFetched: "语义模型还没有取得，handrail kb ingest 路径 会获取它",
  readAsGb18030: "标准输入不是 UTF-8，已按 GB18030 读取；其他编码用 --encoding 指定",
  firstSteps: (model) =>
    [
      "试试：订单 A-1024 到哪了？ · 年假有几天？ · 帮我建个工单，打印机坏了",
      `现在回答的是 ${model}。换一个：HANDRAIL_MODEL=openai:gpt-4o-mini OPENAI_API_KEY=sk-… handrail`,
      "/help 列出命令。这几行只出现一次。",
    ].join("\n"),
  deniedNoTerminal: "没有人可以询问：标准输入或输出不是终端",
  deniedOneShot: "单次运行时没有人可以询问；可用 --approve 指明工具",
  noHumanOneShot: "这是单次运行",
};

/** Every sentence of the program's own. */
export type Wording = typeof EN;

/**
 * The wording of a language.
 *
 * @example
 * ```ts
 * wordingOf("zh").deny; // "拒绝"
 * ```
 */
export function wordingOf(language: Language): Wording {
  return language === "zh" ? ZH : EN;
}
