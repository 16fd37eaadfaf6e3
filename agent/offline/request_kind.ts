/** What kind of message a request is, apart from its subject. */
export type RequestKind = "greeting" | "thanks" | "identity" | "farewell" | "question" | "order";

const GREETING =
  /^(?:hi|hello|hey|good (?:morning|afternoon|evening)|greetings|你好|您好|嗨|哈喽|早上好|上午好|下午好|晚上好|早安|在吗|大家好)(?:\s*(?:there|handrail|呀|啊|哦|all))?$/i;
const THANKS =
  /^(?:(?:ok|okay|好的|great|好)[,，\s]*)?(?:thanks?|thank you|thx|cheers|谢谢|多谢|感谢|谢了)(?:\s*(?:you|a lot|so much|very much|你|您|啦|了))*$/i;
const FAREWELL = /^(?:bye|goodbye|see you|再见|拜拜)$/i;
const IDENTITY =
  /\b(?:who|what) (?:exactly )?are you\b|\bare you (?:an? |really |actually )*(?:llm|ai|bot|robot|human|person|gpt|chatgpt|(?:large )?language model|model)|\bwhat(?:'s| is) your name\b|\bwhat can you do\b|\bwhich model are you\b|^help$|你是(?:谁|什么|哪个|人|机器人)|你是不?是?[^，。？?]{0,8}(?:模型|人工智能|AI|机器人|真人|GPT)|你叫什么|你(?:能|会|可以)(?:做|干)(?:什么|啥|哪些)|^帮助$/iu;
const ASKED =
  /[?？]|\b(?:how (?:do|can|should|much|many|long|soon|far|big|old)|when (?:do|does|is|will)|what (?:is|are|do))\b|会不会|可不可以|能不能|是不是|要不要|有没有|吗|几|多少|多久/i;
const COMMAND =
  /^(?:please\b|(?:can|could|would|will) you\b|i(?:'d| would)? (?:want|like|need)\b|let's\b)|帮我|帮忙|麻烦|替我|给我|我要(?!怎么|如何)|我想(?!知道|问|了解|请问)|^请(?!问)|^把/i;
const QUESTION =
  /[?？]\s*$|^(?:what|who|whom|whose|which|when|where|why|how|is|are|was|were|do|does|did|can|could|should|may|tell me)\b|什么|怎么|怎样|如何|多少|哪|几[个天点号]|为何|为什么|是否|能否|可否|吗|呢|谁|多久|多大|多长|有没有|能不能|可不可以|是不是/i;

/**
 * Sorts a message by its form: small talk, a question about the program, a question, or an order.
 *
 * @param request The message.
 * @returns Its kind; `order` when nothing else fits.
 *
 * @example
 * ```ts
 * requestKind("你是大模型吗？"); // "identity"
 * ```
 */
export function requestKind(request: string): RequestKind {
  const bare = request.trim().replace(/[\s.!?,~。！？，～…]+$/u, "");
  if (GREETING.test(bare)) return "greeting";
  if (THANKS.test(bare)) return "thanks";
  if (FAREWELL.test(bare)) return "farewell";
  if (IDENTITY.test(bare) && bare.length < 60) return "identity";
  const [last = ""] = /[^.!。！\n]+[.!。！?？\s]*$/.exec(request.trim()) ?? [];
  // "I would like to resign. How much notice do I give?" asks.
  if (COMMAND.test(last.trim()) || last === request.trim() && COMMAND.test(request.trim())) return "order";
  return QUESTION.test(last.trim()) || isAsked(last) ? "question" : "order";
}

/**
 * Does a message ask anything, whatever else it does?
 *
 * @param request The message.
 * @returns `true` for question marks and question words.
 *
 * @example
 * ```ts
 * isAsked("可以直接帮我改吗"); // true
 * ```
 */
export function isAsked(request: string): boolean {
  return ASKED.test(request);
}

const RULES =
  /polic(?:y|ies)\b|\brules?\b|\bstandards?\b|\bguidelines?\b|\bprocedures?\b|\bprocess\b|\bterms\b|\bgenerally\b|\busually\b|\bhow (?:do|can|should) i\b|政策|规定|标准|流程|制度|规则|条件|一般|通常|怎么办理|怎么申请|如何申请|怎么(?!还|就|又|没|样|不)|如何/i;

/**
 * Is a question about how things are in general, rather than about one thing of the user's?
 *
 * @param request A question.
 * @returns `true` for policies, standards and procedures.
 *
 * @example
 * ```ts
 * isGeneralQuestion("What is the refund policy?"); // true
 * ```
 */
export function isGeneralQuestion(request: string): boolean {
  return RULES.test(request) &&
    !/\bmy (?:order|parcel|package|ticket)\b|我的|我那|这个订单|这单/i.test(request);
}
