/** The bar of the shipment screen: the number of orders to ship, the button that sends them, and the progress. */

import { Button, Group, Progress, Text } from '@mantine/core'
import { StickyBar } from '../app/sticky-bar.tsx'
import { useFormats } from '../session/formats.ts'
import { useTexts } from '../session/language.ts'
import { texts } from './texts.ts'
import type { useShipment } from './use-shipment.ts'

interface SendBarProps {
  shipment: ReturnType<typeof useShipment>
}

export function SendBar({ shipment }: SendBarProps) {
  const text = useTexts(texts)
  const { number } = useFormats()
  const { ready, isSending, lines, faults } = shipment
  const failed = ready.filter(({ state }) => state.name === 'failed')
  const leftOut = lines.filter(({ key }) => (faults.get(key)?.length ?? 0) > 0)
  return (
    <StickyBar label={text.result} isEmpty={lines.length === 0} p="sm">
      <ShipmentProgress shipment={shipment} />
      <Group justify="space-between" gap="sm">
        <div role="status">
          {ready.length > 0 && !isSending && <Summary ready={ready} />}
          {failed.length > 0 && !isSending && <Text size="sm">{text.failures(number(failed.length))}</Text>}
          {leftOut.length > 0 && <Text size="sm">{text.leftOut(number(leftOut.length))}</Text>}
        </div>
        {lines.length > 0 && <Buttons shipment={shipment} failed={failed.length} />}
      </Group>
    </StickyBar>
  )
}

function Buttons({ shipment: { ready, isSending, send, stop }, failed }: SendBarProps & { failed: number }) {
  const text = useTexts(texts)
  const { number } = useFormats()
  const isRetry = failed > 0 && failed === ready.length
  return (
    <Group gap="xs">
      {isSending && (
        <Button variant="default" onClick={stop}>
          {text.stop}
        </Button>
      )}
      <Button loading={isSending} disabled={ready.length === 0} onClick={() => void send()}>
        {isRetry ? text.retry(number(failed)) : text.send(number(ready.length))}
      </Button>
    </Group>
  )
}

function Summary({ ready }: Pick<SendBarProps['shipment'], 'ready'>) {
  const text = useTexts(texts)
  const { number } = useFormats()
  const without = ready.filter(({ trackingNumber }) => !trackingNumber.trim())
  return <Text size="sm">{text.summary(number(ready.length), number(without.length))}</Text>
}

function ShipmentProgress({ shipment: { lines, ready, isSending } }: SendBarProps) {
  const text = useTexts(texts)
  const { number } = useFormats()
  const done = lines.filter(({ state }) => state.name === 'done').length
  const sending = lines.filter(({ state }) => state.name === 'sending').length
  const all = done + sending + ready.length
  if (done === 0 && !isSending) return null
  return (
    <>
      <Progress value={(100 * done) / Math.max(1, all)} aria-label={text.result} />
      <Text size="sm" fw={600} role="status">
        {text.progress(number(done), number(all))}
      </Text>
    </>
  )
}
