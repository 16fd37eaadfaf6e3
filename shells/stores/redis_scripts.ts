/**
 * What the Redis server does in one step. Each script touches one key, writes once and last, and gives the same answer
 * when it is sent twice. No script parses a record: its first bytes say whose it is (see redis_record.ts), so that the
 * server never re-encodes a result. `TIME` in a script that writes needs Redis 5 or Valkey.
 *
 * @module
 */

/**
 * Replaces an owner's record, for what is left of its window; writes it where the key is free. 1, or 0 when another
 * owner holds the key. Nothing is written, and 1 returned, when the window is over.
 *
 * ARGV: 1 the record's head, 2 the whole record, 3 how many milliseconds of its window are left.
 */
export const COMMIT_SCRIPT = `
if redis.call('GETRANGE', KEYS[1], 0, #ARGV[1] - 1) == ARGV[1] then
  redis.call('SET', KEYS[1], ARGV[2], 'KEEPTTL')
  return 1
end
if redis.call('EXISTS', KEYS[1]) == 1 then return 0 end
if tonumber(ARGV[3]) >= 1 then redis.call('SET', KEYS[1], ARGV[2], 'PX', ARGV[3]) end
return 1
`;

/**
 * Removes a record that begins with ARGV[1]. 1 when it did, 0 when there is another one, 2 when there is none.
 */
export const RELEASE_SCRIPT = `
if redis.call('GETRANGE', KEYS[1], 0, #ARGV[1] - 1) == ARGV[1] then
  redis.call('DEL', KEYS[1])
  return 1
end
return redis.call('EXISTS', KEYS[1]) == 1 and 0 or 2
`;

/** What KEYS[1] holds and the server's time: `{0, text, milliseconds}`; empty text for nothing. */
export const READ_BREAKER_SCRIPT = `
local time = redis.call('TIME')
local now = string.format('%.0f', time[1] * 1000 + math.floor(time[2] / 1000))
return {0, redis.call('GET', KEYS[1]) or '', now}
`;

/**
 * Puts ARGV[2] in the place of ARGV[1], for ARGV[3] milliseconds: `{1, text, milliseconds}`. Empty text stands for
 * nothing. When KEYS[1] holds something else, nothing is written, and it is shown as {@linkcode READ_BREAKER_SCRIPT} does.
 */
export const SWAP_BREAKER_SCRIPT = `
local time = redis.call('TIME')
local now = string.format('%.0f', time[1] * 1000 + math.floor(time[2] / 1000))
local current = redis.call('GET', KEYS[1]) or ''
if current ~= ARGV[1] then return {0, current, now} end
if ARGV[2] == '' then redis.call('DEL', KEYS[1]) else redis.call('SET', KEYS[1], ARGV[2], 'PX', ARGV[3]) end
return {1, ARGV[2], now}
`;
