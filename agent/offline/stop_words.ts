const ENGLISH =
  "a an the is are was were be been am do does did can could would will shall should may might must i me my mine we us our you your he she it its they them their this that these those of to in on at for from by with about as into and or but if then than so not no any some what which who whom whose where when why how please let want need like get give find tell show know help have has had there here also just using use used up out over per given based such following specific specified certain particular return returns retrieve s t e g etc optional default name value number"
    .split(" ");
const HAN = [
  ..."的了吗呢吧啊呀是在有和与及或我你您他她它们这那个把被给对从到向就也都还很请帮么什怎样哪多少几一下之而且但其为以可能想要会",
];

const WORDS = new Set([...ENGLISH, ...HAN]);

/**
 * Is this a word that carries grammar and no subject matter?
 *
 * @param word An English word in any case, or a single Han character.
 * @returns `true` for function words.
 *
 * @example
 * ```ts
 * isStopWord("The"); // true
 * isStopWord("订"); // false
 * ```
 */
export function isStopWord(word: string): boolean {
  return WORDS.has(word.toLowerCase().replace(/['’](?:s|re|d|m|ll|ve)$/, ""));
}
