/** The command that hands checkout events over, as the checkout's bus does in AWS. */

import * as z from 'zod'
import { filled } from '../../lib/kit/wire.ts'
import { command } from './command.ts'
import { readEvents } from './events.ts'
import { option } from './option.ts'

export const sendCommands = [
  command({
    words: 'send',
    purpose: 'Hands checkout events over: those of all files or, when one of them is malformed, none.',
    options: z.object({
      file: option(z.array(filled()).min(1), 'FILE…', 'JSON: one event, an array of them, or one a line'),
    }),
    bare: 'file',
    async run({ file }) {
      const { events, faults } = readEvents(file)
      if (faults.length > 0) throw new Error([...faults, 'Nothing was sent.'].join('\n'))
      const count = events.length === 1 ? '1 event is' : `${events.length} events are`
      throw new Error(
        `${count} well-formed, but this version takes no checkout events yet: nothing was sent.`,
      )
    },
  }),
]
