/**
 * The rows of the shipment screen, one for each `ShipmentLine`. A row has inputs for the tracking number and the
 * tracking URL, and shows the result.
 */

import { Grid, Group, Paper, Stack, Text } from '@mantine/core'
import type { KeyboardEvent } from 'react'
import { useTexts } from '../session/language.ts'
import { texts } from './texts.ts'
import { columnWidths, TrackingRow } from './tracking-row.tsx'
import type { useShipment } from './use-shipment.ts'

/** Moves the focus to the next tracking number when Enter is pressed. Barcode scanners send Enter after each code. */
function focusNextNumber(event: KeyboardEvent<HTMLElement>): void {
  const { target, currentTarget } = event
  if (event.key !== 'Enter' || !(target instanceof HTMLInputElement) || !target.dataset.tracking) return
  event.preventDefault()
  const fields = [...currentTarget.querySelectorAll<HTMLInputElement>('input[data-tracking]:not(:disabled)')]
  fields[fields.indexOf(target) + 1]?.focus()
}

export function TrackingRows({ shipment }: { shipment: ReturnType<typeof useShipment> }) {
  const text = useTexts(texts)
  const { lines, faults, change, remove, takeBack } = shipment
  return (
    <Paper withBorder>
      <Group visibleFrom="md" px="sm" py={6} className="shipment-head" aria-hidden>
        <Grid w="100%" gap="sm">
          {[text.order, text.trackingNumber, text.trackingUrl, text.result].map((title, n) => (
            <Grid.Col key={title} span={columnWidths[n]}>
              <Text size="sm" fw={600}>
                {title}
              </Text>
            </Grid.Col>
          ))}
        </Grid>
      </Group>
      <Stack component="ol" gap={0} className="shipment-lines" aria-label={text.lines} onKeyDown={focusNextNumber}>
        {lines.map(line => (
          <TrackingRow
            key={line.key}
            line={line}
            faults={faults.get(line.key)?.join(' ') ?? ''}
            onChange={change}
            onRemove={remove}
            onUndo={takeBack}
          />
        ))}
      </Stack>
    </Paper>
  )
}
