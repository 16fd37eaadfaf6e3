/**
 * A `fetch` that learns from refusals what a server of OpenAI's format takes.
 *
 * @module
 */

/**
 * What to do with the thoughts behind earlier answers. `kept`: they go with the answers that have them. `never`: the
 * server's format has no place for them. `always`: each answer has to have some, also one that nothing was thought for, that
 * broke off, or that is another model's.
 */
export type ThoughtsManner = "kept" | "never" | "always";

/** What is known of a server. */
interface Habits {
  readonly thoughts: ThoughtsManner;
  /** May it be asked to count tokens? Who is not asked may count all the same. */
  readonly isAskedForUsage: boolean;
}

type Fields = Readonly<Record<string, unknown>>;

/** Some servers take an empty text for none. */
const NO_THOUGHTS = " ";

/** How a server says that a request is not of its format. */
const BAD_REQUEST: readonly number[] = [400, 422];

/** There are two things to learn, one after the other. */
const MOST_TRIES = 3;

/**
 * Passes requests on with the thoughts (`reasoning_content`) that the server takes, and without the wish for a count of tokens
 * (`stream_options`) where it refuses that. Vendors differ, and each refuses the whole conversation over such a field: what
 * one has thought would end a session that another goes on with. A server that refuses is asked at once the other way, and
 * from then on.
 *
 * @param send Sends a request.
 * @param thoughts What the server is known to take.
 *
 * @example
 * ```ts
 * createOpenAICompatible({ name, baseURL, fetch: learningFetch(fetch, "never") });
 * ```
 */
export function learningFetch(send: typeof fetch, thoughts: ThoughtsManner): typeof fetch {
  let habits: Habits = { thoughts, isAskedForUsage: true };
  return async (input, init) => {
    const { body } = init ?? {};
    if (typeof body !== "string") return await send(input, init);
    for (let tries = 1;; tries++) {
      const response = await send(input, { ...init, body: requestFor(body, habits) });
      if (!BAD_REQUEST.includes(response.status)) return response;
      const said = await response.text();
      const learnt = tries < MOST_TRIES ? habitsBy(said, habits) : undefined;
      if (learnt === undefined) return new Response(said, response);
      habits = learnt;
    }
  };
}

/** `undefined` when the refusal teaches nothing new. */
function habitsBy(refusal: string, habits: Habits): Habits | undefined {
  if (habits.isAskedForUsage && /stream_options/i.test(refusal)) return { ...habits, isAskedForUsage: false };
  if (!/reasoning[_ ](?:content|input)/i.test(refusal)) return undefined;
  const thoughts = /missing|must be passed|\brequire/i.test(refusal) ? "always" : "never";
  return thoughts === habits.thoughts ? undefined : { ...habits, thoughts };
}

function requestFor(body: string, { thoughts, isAskedForUsage }: Habits): string {
  if (thoughts === "kept" && isAskedForUsage) return body;
  const { stream_options, messages, ...request }: Fields = JSON.parse(body);
  return JSON.stringify({
    ...request,
    messages: Array.isArray(messages) ? messages.map((message) => withThoughts(message, thoughts)) : messages,
    ...(isAskedForUsage && { stream_options }),
  });
}

function withThoughts(message: Fields, manner: ThoughtsManner): Fields {
  if (message.role !== "assistant" || manner === "kept") return message;
  const { reasoning_content: thoughts, ...said } = message;
  return manner === "never" ? said : { ...said, reasoning_content: thoughts || NO_THOUGHTS };
}
