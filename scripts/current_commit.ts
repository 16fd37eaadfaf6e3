import { runCommand } from "./run_command.ts";

/**
 * The commit that the sources are of.
 *
 * @param root The repository.
 * @returns Its short hash, with `+` behind it if tracked files were changed since; `null` outside of a repository.
 *
 * @example
 * ```ts
 * await currentCommit("."); // "abc1234"
 * ```
 */
export async function currentCommit(root: string): Promise<string | null> {
  try {
    const hash = await runCommand("git", ["rev-parse", "--short=7", "HEAD"], { cwd: root });
    const changes = await runCommand("git", ["status", "--porcelain", "--untracked-files=no"], { cwd: root });
    return changes === "" ? hash : `${hash}+`;
  } catch {
    return null;
  }
}
