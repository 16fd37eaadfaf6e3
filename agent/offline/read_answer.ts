/**
 * The person's answer in the result of a tool that asks.
 *
 * @param value The result: Handrail's envelope, an object with `answer`, or plain text.
 * @returns The answer, or `undefined` when nobody answered.
 *
 * @example
 * ```ts
 * readAnswer({ status: "success", summary: "…", structured: { status: "answered", answer: "A-1024" } }); // "A-1024"
 * ```
 */
export function readAnswer(value: unknown): string | undefined {
  if (typeof value === "string") return value.trim() || undefined;
  if (typeof value !== "object" || value === null) return undefined;
  if ("structured" in value) return readAnswer(value.structured);
  return "answer" in value && typeof value.answer === "string" ? value.answer.trim() || undefined : undefined;
}
