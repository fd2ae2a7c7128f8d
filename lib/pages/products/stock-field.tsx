/** A stock that is changed in place: typed, or with + and −. It is saved with Enter, or when the field is left. */

import { ActionIcon, Group, NumberInput } from '@mantine/core'
import { useDebouncedCallback, useDidUpdate } from '@mantine/hooks'
import { type FocusEvent, type KeyboardEvent, useState } from 'react'
import { useTexts } from '../session/language.ts'
import { texts } from './texts.ts'

interface StockFieldProps {
  /** The name of what is in stock, such as a variant. */
  name: string
  /** Undefined if it is not tracked yet. */
  stock: number | undefined
  mayBeNegative: boolean
  isPending: boolean
  onSave: (stock: number) => void
}

/** The range of 32 bits, as in the API. */
const [min, max] = [-2_147_483_648, 2_147_483_647]

/** Several clicks within this many milliseconds are one change. */
const pause = 900

const isInside = ({ currentTarget, relatedTarget }: FocusEvent) =>
  relatedTarget instanceof Node && currentTarget.contains(relatedTarget)

/** What is typed stays until the API has replied, and then the field shows the stock again. */
function useDraft({ stock, mayBeNegative, isPending, onSave }: StockFieldProps) {
  const [draft, setDraft] = useState<number | string | null>(null)
  const [sent, setSent] = useState<number | null>(null)
  useDidUpdate(() => {
    if (!isPending) setDraft(current => (current === sent ? null : current))
  }, [isPending])
  const value = draft ?? stock ?? ''
  const isFaulty = typeof value === 'number' && value < 0 && draft !== null && !mayBeNegative
  const save = () => {
    if (isPending || isFaulty) return
    if (typeof draft !== 'number' || draft === stock) return setDraft(null)
    setSent(draft)
    onSave(draft)
  }
  const step = (by: number) => {
    if (!isPending) setDraft(Math.min(Math.max(Number(value) + by, min), max))
  }
  return { value, isFaulty, save, step, write: setDraft, reset: () => setDraft(null) }
}

export function StockField(props: StockFieldProps) {
  const { name, isPending } = props
  const { stock: text } = useTexts(texts)
  const { value, isFaulty, save, step, write, reset } = useDraft(props)
  const saveLater = useDebouncedCallback(save, pause)
  const click = (by: number) => {
    step(by)
    saveLater()
  }
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === 'Enter') save()
    if (key === 'Escape') reset()
  }
  return (
    <Group gap={4} wrap="nowrap" onBlur={event => !isInside(event) && save()}>
      <StepButton label={text.less(name)} sign="−" onClick={() => click(-1)} />
      <NumberInput
        aria-label={text.of(name)}
        value={value}
        onChange={write}
        onKeyDown={onKeyDown}
        onFocus={event => event.currentTarget.select()}
        readOnly={isPending}
        error={isFaulty && text.negative}
        min={min}
        max={max}
        clampBehavior="strict"
        allowDecimal={false}
        hideControls
        placeholder="–"
        size="sm"
        w={92}
        styles={{ input: { textAlign: 'right' } }}
      />
      <StepButton label={text.more(name)} sign="+" onClick={() => click(1)} />
    </Group>
  )
}

interface StepButtonProps {
  label: string
  sign: string
  onClick: () => void
}

/** The tab key leads from field to field, where the arrow keys do the same as these buttons. */
const StepButton = ({ label, sign, onClick }: StepButtonProps) => (
  <ActionIcon variant="default" size={34} aria-label={label} tabIndex={-1} onClick={onClick}>
    {sign}
  </ActionIcon>
)
