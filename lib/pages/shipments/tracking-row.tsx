/** The row of one order on the shipment screen. */

import { Badge, Box, Button, CloseButton, Grid, Group, Stack, Text, TextInput } from '@mantine/core'
import { memo } from 'react'
import { TextLink } from '../app/links.tsx'
import { texts as changeTexts } from '../change/texts.ts'
import { customerNameOf, orderNumberOf } from '../orders/columns.tsx'
import { texts as orderTexts } from '../orders/texts.ts'
import { useTexts } from '../session/language.ts'
import { trackingNumberFaultNames, trackingUrlFaultNames } from './line-faults.ts'
import type { LineChange, ShipmentLine } from './shipment-lines.ts'
import { texts } from './texts.ts'

/** The widths of the columns, in twelfths of the row. On narrow screens, each column takes the whole width. */
export const columnWidths = [
  { base: 12, md: 2.5 },
  { base: 12, md: 3 },
  { base: 12, md: 3.5 },
  { base: 12, md: 3 },
]

interface TrackingRowProps {
  line: ShipmentLine
  /**
   * The names of the faults, separated by blanks. The property is a text instead of an array, because React compares
   * texts by their content. So unchanged rows are not rendered again.
   */
  faults: string
  onChange: (key: number, change: LineChange) => void
  onRemove: (key: number) => void
  onUndo: (line: ShipmentLine) => void
}

export const TrackingRow = memo(Row)

const isFixed = ({ state }: ShipmentLine) => state.name === 'sending' || state.name === 'done'

function Row({ line, faults, onChange, onRemove, onUndo }: TrackingRowProps) {
  const text = useTexts(texts)
  const name = line.order ? orderNumberOf(line.order) : line.reference
  const errorOf = (own: readonly string[]) => own.filter(fault => faults.split(' ').includes(fault))[0]
  const field = (fault: string | undefined) => ({
    size: 'xs',
    readOnly: isFixed(line),
    error: fault && text.faults[fault as keyof typeof text.faults],
  })
  return (
    <Box component="li" className="shipment-line" px="sm" py={6} data-state={line.state.name}>
      <Grid gap="sm" align="flex-start">
        <Grid.Col span={columnWidths[0]}>
          <OrderName line={line} name={name} />
        </Grid.Col>
        <Grid.Col span={columnWidths[1]}>
          <TextInput
            aria-label={text.trackingNumberOf(name)}
            placeholder={text.trackingNumber}
            data-tracking
            value={line.trackingNumber}
            onChange={event => onChange(line.key, { trackingNumber: event.currentTarget.value })}
            {...field(errorOf(trackingNumberFaultNames))}
          />
        </Grid.Col>
        <Grid.Col span={columnWidths[2]}>
          <TextInput
            aria-label={text.trackingUrlOf(name)}
            placeholder="https://"
            value={line.trackingUrl}
            onChange={event => onChange(line.key, { trackingUrl: event.currentTarget.value })}
            {...field(errorOf(trackingUrlFaultNames))}
          />
        </Grid.Col>
        <Grid.Col span={columnWidths[3]}>
          <Group justify="space-between" wrap="nowrap" align="flex-start">
            <Result line={line} faults={faults} />
            {line.state.name === 'done' && (
              <Button size="compact-xs" variant="default" aria-label={text.undoOf(name)} onClick={() => onUndo(line)}>
                {text.undo}
              </Button>
            )}
            {!isFixed(line) && (
              <CloseButton size="sm" aria-label={text.remove(name)} onClick={() => onRemove(line.key)} />
            )}
          </Group>
        </Grid.Col>
      </Grid>
    </Box>
  )
}

function OrderName({ line: { order, reference }, name }: { line: ShipmentLine; name: string }) {
  if (!order)
    return (
      <Text size="sm" fw={600} lineClamp={2}>
        {reference || '–'}
      </Text>
    )
  return (
    <Stack gap={0}>
      <TextLink to="/orders/$token" params={{ token: order.token }} fw={600}>
        {name}
      </TextLink>
      <Text size="xs" c="dimmed" lineClamp={1}>
        {customerNameOf(order)}
      </Text>
    </Stack>
  )
}

/** The state of the row, with sentences about faults, a failure, or another tracking number of the order. */
function Result({ line, faults }: Pick<TrackingRowProps, 'line' | 'faults'>) {
  const text = useTexts(texts)
  const sentences = useSentences(line, faults)
  const { name } = line.state
  const looks = {
    draft: faults ? (['orange', text.faulty] as const) : (['blue', text.ready] as const),
    sending: ['gray', text.sending],
    done: ['green', text.done],
    failed: ['red', text.failed],
  } as const
  const [color, label] = looks[name]
  return (
    <Stack gap={2} role={name === 'draft' ? undefined : 'status'}>
      <Badge color={color}>{label}</Badge>
      {sentences.map(sentence => (
        <Text key={sentence} size="xs">
          {sentence}
        </Text>
      ))}
    </Stack>
  )
}

function useSentences({ state, order, trackingNumber }: ShipmentLine, faults: string): string[] {
  const text = useTexts(texts)
  const { statuses } = useTexts(orderTexts)
  const { unreachable } = useTexts(changeTexts)
  const failure = state.name === 'failed' && (state.sentence ?? unreachable)
  const has = (fault: keyof typeof text.faults) => faults.split(' ').includes(fault)
  const isOther = order?.trackingNumber && state.name !== 'done' && order.trackingNumber !== trackingNumber
  return [
    failure,
    has('unknown') && text.faults.unknown,
    has('ambiguous') && text.faults.ambiguous,
    has('duplicate') && text.faults.duplicate,
    has('notToShip') && order && text.notToShip(statuses[order.status]),
    isOther && text.hasTracking(order.trackingNumber),
  ].filter(sentence => typeof sentence === 'string')
}
