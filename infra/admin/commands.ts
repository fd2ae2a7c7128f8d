/** Every command of `store`, in the order in which help shows them. */

import { accountCommands } from './accounts.ts'
import type { Command } from './command.ts'
import { keyCommands } from './keys.ts'
import { listCommands } from './lists.ts'
import { sendCommands } from './send.ts'

export const commands: readonly Command[] = [
  ...accountCommands,
  ...keyCommands,
  ...sendCommands,
  ...listCommands,
]
