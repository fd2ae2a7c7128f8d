/** Finds the running API that uses a data directory. The file `running.json` in the directory describes this API. */

import { pathsIn } from '../data-directory.ts'
import { readJsonFile } from '../json-files.ts'
import { isAnswering } from '../ports.ts'
import { isAlive } from './processes.ts'

/** The content of `running.json`. */
export interface RunningApi {
  pid: number
  /** The URL of the database; null while the API is starting. */
  endpoint: string | null
  accessKey: string
  table: string
  /** After the start, the absolute path of the data directory, or of a temporary directory if the data is in memory. */
  directory: string
  /** The URL of the API; null while the API is starting. */
  url: string | null
}

/**
 * Returns the API that uses the directory; null if no API uses it. The process id is not enough, because after a crash
 * another program may have the same process id. Therefore the database must also answer, unless the API is starting.
 */
export async function findRunningApi(directory: string): Promise<RunningApi | null> {
  const api = readJsonFile<RunningApi>(pathsIn(directory).runningApi)
  if (!api || !isAlive(api.pid)) return null
  return api.endpoint === null || (await isAnswering(api.endpoint)) ? api : null
}
