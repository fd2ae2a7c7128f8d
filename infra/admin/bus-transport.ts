/** The way in for the checkout events of a stage in AWS: its bus. */

import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge'
import { bytesOf, entryOf, largestCall, mostEntries } from './bus-entry.ts'
import type { WrittenEvent } from './events.ts'
import { type SendBatch, sendBatches, type Unsent } from './send-batches.ts'
import { busOfStage } from './stage.ts'

export async function toBus(
  events: WrittenEvent[],
  stage: string,
  client = new EventBridgeClient({}),
): Promise<Unsent[]> {
  const bus = await busOfStage(stage)
  return sendBatches(callsOf(events), putting(bus, client)).catch(fault => {
    throw new Error(
      `The bus of ${stage} does not take events: ${fault instanceof Error ? fault.message : fault}\n` +
        'It may have taken some. Sending all of them again does no harm.',
      { cause: fault },
    )
  })
}

/** As few calls as the limits of one allow. */
function callsOf(events: WrittenEvent[]): WrittenEvent[][] {
  const calls: WrittenEvent[][] = []
  let bytes = 0
  for (const event of events) {
    const last = calls.at(-1)
    bytes += bytesOf(event)
    if (last && last.length < mostEntries && bytes <= largestCall) last.push(event)
    else {
      calls.push([event])
      bytes = bytesOf(event)
    }
  }
  return calls
}

const putting =
  (EventBusName: string, client: EventBridgeClient): SendBatch =>
  async events => {
    const entries = events.map(event => ({ ...entryOf(event), EventBusName }))
    const { Entries: answers = [] } = await client.send(new PutEventsCommand({ Entries: entries }))
    return events.flatMap((event, number) => {
      const { EventId, ErrorCode, ErrorMessage } = answers[number] ?? {}
      return EventId ? [] : [{ event, reason: ErrorMessage ?? ErrorCode ?? 'AWS gave no reason.' }]
    })
  }
