/** Describes a change of an object, which `useChange` sends. */

import type { QueryKey } from '@tanstack/react-query'
import type { CallOptions, ProblemError } from '../../client/index.ts'

export interface Change<Value extends object, Input, Reply> {
  /** The query of the changed object; left out if the change creates an object. */
  query?: { queryKey: QueryKey; queryFn: () => Promise<Value> }
  /**
   * Sends the request. `options` contains the idempotency key. If the change has a `query`, `options` also contains, as
   * `ifMatch`, the shown object, or for undo the changed object.
   */
  send: (input: Input, options: CallOptions) => Promise<Reply>
  /** Returns the object that the page shows until the API replies. */
  predict?: (shown: Value, input: Input) => Value
  /** Returns the new object from the reply. Without this function, the object is loaded again. */
  accept?: (reply: Reply) => Value
  /**
   * Returns the object with its values in the form of the input, under the same names. If the reply was lost, the input
   * is compared with them, to see whether the API has made the change. By default, the object itself is compared.
   */
  asInput?: (value: Value, input: Input) => object
  /** The change removes the object, so the object is not loaded again. */
  isRemoval?: boolean
  /**
   * Returns the input that reverts the change. Undo needs `accept`, because the request for undo contains the ETag of
   * the object that `accept` returns.
   */
  undo?: (before: Value, input: Input) => Input | undefined
  /** The text of the notice after a success, such as "The order is shipped." */
  done: string | ((input: Input) => string)
  /**
   * The request is repeated until the API has accepted or refused it, at most `mostRepetitions` times, even after the
   * screen is closed, unless its first reply is that of a maintenance. So the request must be safe to repeat with the
   * same idempotency key.
   */
  isFollowed?: boolean
  /**
   * Returns what the change depends on. If only other parts of the object have changed, such as counters, the change is
   * sent again. By default, undo depends on the fields that it sets, and any other change on the whole object.
   */
  dependsOn?: (value: Value) => unknown
  /** The labels of the fields that are compared if another person has changed the object. */
  labels?: Partial<Record<keyof Value & string, string>>
  /** Returns sentences about what another person has changed. By default, the fields in `labels` are compared. */
  compare?: (shown: Value, current: Value) => string[]
  /** The keys of lists and other queries that contain the object. After the change, these queries are loaded again. */
  affected?: readonly QueryKey[]
  /**
   * `useChange` calls this function after a success, for example to close a dialog. The function is not called if the
   * component that sent the change has been removed meanwhile, because the person may be working on another screen.
   */
  onDone?: (reply: Reply) => void
  /**
   * `useChange` calls this function with an error reply of the API, for example to show faults beside input fields. If
   * the function returns true, no notice is shown, because the screen itself shows the error.
   */
  onRefused?: (problem: ProblemError) => boolean | void
}
