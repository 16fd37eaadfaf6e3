export function selftestCommand(): Promise<number> {
  return Promise.resolve(0);
}
