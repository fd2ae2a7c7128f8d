/** A checkout event as the demo store's checkout sends it. */

import type { Mode } from '../../../lib/core/tenant.ts'
import { guidOf } from './chance.ts'
import { iso } from './time.ts'

/** The number that a table's first account gets, and of which the sample events speak. */
export const demoNumber = 1001
const mode: Mode = 'Test'

export interface DemoEvent {
  id: string
  eventName: string
  account: number
  mode: Mode
  createdOn: string
  content: object
}

/** Its id follows from what it says, so that it is the same event whenever it is sent. */
export const eventAt = (time: number, eventName: string, content: object): DemoEvent => ({
  id: guidOf('event', eventName, time, JSON.stringify(content)),
  ...{ eventName, account: demoNumber, mode, createdOn: iso(time), content },
})
