/**
 * What a program needs to ask a model of the tests.
 *
 * @module
 */

/**
 * Names a model that speaks OpenAI's format, by the environment.
 *
 * @param url The base URL of a server in a test's own process.
 *
 * @example
 * ```ts
 * await Terminal.start(["chat"], { home, env: { LANG: "en_US.UTF-8", ...modelAt(server.url) } });
 * ```
 */
export function modelAt(url: string): Readonly<Record<string, string>> {
  return { HANDRAIL_MODEL: "openai:test", OPENAI_API_KEY: "k", OPENAI_BASE_URL: url };
}
