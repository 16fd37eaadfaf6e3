/**
 * A `fetch` that sends a model's earlier thoughts back the way its server takes them.
 *
 * @module
 */

/**
 * What to do with the thoughts behind earlier answers. `kept`: they go with the answers that have them. `never`: the
 * server's format has no place for them. `always`: each answer has to have some, also one that nothing was thought for, that
 * broke off, or that is another model's.
 */
export type ThoughtsManner = "kept" | "never" | "always";

type Fields = Readonly<Record<string, unknown>>;

/** Some servers take an empty text for none. */
const NO_THOUGHTS = " ";

/** How a server says that a request is not of its format. */
const BAD_REQUEST: readonly number[] = [400, 422];

/**
 * Passes requests on with the thoughts (`reasoning_content`) that the server takes. Vendors differ, and each refuses the
 * whole conversation over it: what one has thought would end a session that another goes on with. A server that refuses is
 * asked once more the other way, which it is asked from then on.
 *
 * @param send Sends a request.
 * @param manner What the server is known to take.
 *
 * @example
 * ```ts
 * createOpenAICompatible({ name, baseURL, fetch: sendThoughts(fetch, "never") });
 * ```
 */
export function sendThoughts(send: typeof fetch, manner: ThoughtsManner): typeof fetch {
  let taken = manner;
  return async (input, init) => {
    const { body } = init ?? {};
    if (typeof body !== "string") return await send(input, init);
    const ask = () => send(input, { ...init, body: withThoughts(body, taken) });
    const response = await ask();
    if (!BAD_REQUEST.includes(response.status)) return response;
    const said = await response.text();
    const wanted = wantedBy(said);
    if (wanted === undefined || wanted === taken) return new Response(said, response);
    taken = wanted;
    return await ask();
  };
}

function wantedBy(refusal: string): ThoughtsManner | undefined {
  if (!/reasoning[_ ](?:content|input)/i.test(refusal)) return undefined;
  return /missing|must be passed|\brequire/i.test(refusal) ? "always" : "never";
}

function withThoughts(body: string, manner: ThoughtsManner): string {
  if (manner === "kept") return body;
  const request: Fields = JSON.parse(body);
  const messages: readonly Fields[] = Array.isArray(request.messages) ? request.messages : [];
  return JSON.stringify({
    ...request,
    messages: messages.map((message) => {
      if (message.role !== "assistant") return message;
      const { reasoning_content: thoughts, ...said } = message;
      return manner === "never" ? said : { ...said, reasoning_content: thoughts || NO_THOUGHTS };
    }),
  });
}
