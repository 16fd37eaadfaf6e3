/**
 * AWS Lambda Powertools for TypeScript, to compare with. The package is no part of the program: it is loaded here
 * alone, by a name that neither deno.json nor the lock file knows.
 *
 * @module
 */
import type { Redis } from "ioredis";

const POWERTOOLS: string = "npm:@aws-lambda-powertools/idempotency@2.35.0";

/** A write that Powertools guards. */
export type Guarded = (input: object) => Promise<unknown>;

/** Powertools over the stores that are compared. */
export interface Powertools {
  /** Over a `Map`, as somebody would subclass its `BasePersistenceLayer` for one process. */
  inMemory(write: Guarded): Guarded;
  /** Over its own `CachePersistenceLayer`. */
  overRedis(client: Redis, write: Guarded): Guarded;
}

interface PowertoolsRecord {
  readonly idempotencyKey: string;
}

interface Main {
  readonly makeIdempotent: (write: Guarded, options: object) => Guarded;
  readonly IdempotencyConfig: new (options: object) => { registerLambdaContext(context: object): void };
  readonly IdempotencyItemAlreadyExistsError: new (message: string, record: PowertoolsRecord) => Error;
}

interface Persistence {
  readonly BasePersistenceLayer: new () => object;
}

interface Cache {
  readonly CachePersistenceLayer: new (options: { readonly client: object }) => object;
}

/**
 * Loads Powertools.
 *
 * @returns `undefined` where it cannot be had.
 */
export async function loadPowertools(): Promise<Powertools | undefined> {
  try {
    const main: Main = await import(POWERTOOLS);
    const { BasePersistenceLayer }: Persistence = await import(`${POWERTOOLS}/persistence`);
    const { CachePersistenceLayer }: Cache = await import(`${POWERTOOLS}/cache`);
    const guard = (layer: object, write: Guarded) => main.makeIdempotent(write, optionsFor(main, layer));
    const MapLayer = mapLayer(main, BasePersistenceLayer);
    return {
      inMemory: (write) => guard(new MapLayer(), write),
      overRedis: (client, write) => guard(new CachePersistenceLayer({ client: cacheClient(client) }), write),
    };
  } catch {
    return undefined;
  }
}

/** Ten minutes as in Handrail, and a context: without one it prints a warning at every call. */
function optionsFor({ IdempotencyConfig }: Main, persistenceStore: object): object {
  const config = new IdempotencyConfig({ expiresAfterSeconds: 600 });
  config.registerLambdaContext({ getRemainingTimeInMillis: () => 30_000 });
  return { persistenceStore, config, keyPrefix: "bench" };
}

function mapLayer({ IdempotencyItemAlreadyExistsError }: Main, Base: new () => object): new () => object {
  return class extends Base {
    readonly #records = new Map<string, PowertoolsRecord>();

    _getRecord(key: string): Promise<PowertoolsRecord | undefined> {
      return Promise.resolve(this.#records.get(key));
    }

    _putRecord(record: PowertoolsRecord): Promise<void> {
      const known = this.#records.get(record.idempotencyKey);
      if (known) return Promise.reject(new IdempotencyItemAlreadyExistsError("There is one", known));
      return this._updateRecord(record);
    }

    _updateRecord(record: PowertoolsRecord): Promise<void> {
      this.#records.set(record.idempotencyKey, record);
      return Promise.resolve();
    }

    _deleteRecord(record: PowertoolsRecord): Promise<void> {
      this.#records.delete(record.idempotencyKey);
      return Promise.resolve();
    }
  };
}

/** The client that its layer asks for, over ours. */
function cacheClient(client: Redis): object {
  return {
    get: (key: string) => client.get(key),
    set: (key: string, value: string, { EX, NX }: { readonly EX: number; readonly NX?: boolean }) =>
      NX ? client.set(key, value, "EX", EX, "NX") : client.set(key, value, "EX", EX),
    del: (keys: string[]) => client.del(keys),
  };
}
