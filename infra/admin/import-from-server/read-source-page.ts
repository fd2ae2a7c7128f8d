/** Reads the next page of a list from the source. The state of the import contains the position of this page. */

import type { ImportKind } from '../../../lib/import/index.ts'
import type { Import } from './import-run.ts'
import { type KindState, kindStateOf } from './import-state.ts'
import { firstPosition, type SourcePage } from './source-pages.ts'
import { isKindTurnedOff, sourceReaders, statusOfError } from './source-readers.ts'

const noPage: SourcePage = { objects: [], total: 0, next: null }

/** The source may refuse an old continuation token. The list is then read again from its beginning. */
const isTokenRefused = ({ position: { token } }: KindState, error: unknown) =>
  token !== null && statusOfError(error) === 400

/** Returns an empty page if the source has turned off the feature to which the kind belongs. */
export async function readNextSourcePage(run: Import, kind: ImportKind): Promise<SourcePage> {
  const state = kindStateOf(run.state, kind)
  try {
    const page = await sourceReaders[kind].list(run.shop, state.position)
    state.note = page.note ?? null
    return page
  } catch (error) {
    if (isTokenRefused(state, error)) {
      Object.assign(state, { position: firstPosition, listed: 0 })
      return readNextSourcePage(run, kind)
    }
    if (!isKindTurnedOff(kind, error)) throw error
    state.note = 'The source has this feature turned off.'
    return noPage
  }
}
