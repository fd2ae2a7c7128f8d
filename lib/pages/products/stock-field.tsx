/**
 * An input that changes a stock, with buttons for + and −. It saves on Enter, when it loses the focus, shortly after a
 * click on a button, and when the screen is left.
 */

import { ActionIcon, Group } from '@mantine/core'
import { useDebouncedCallback, useDidUpdate, useWindowEvent } from '@mantine/hooks'
import { type FocusEvent, type KeyboardEvent, useEffect, useEffectEvent, useState } from 'react'
import { WholeNumberInput } from '../form/number-inputs.tsx'
import { isUnclear } from '../form/number-text.ts'
import { isSignedIn } from '../session/key.ts'
import { useTexts } from '../session/language.ts'
import { texts } from './texts.ts'

interface StockFieldProps {
  /** The name of the product or variant, which screen readers announce. */
  name: string
  /** The number in stock; undefined if it is not tracked yet. */
  stock: number | undefined
  mayBeNegative: boolean
  isPending: boolean
  onSave: (stock: number) => void
}

/** The API allows stocks in the range of signed 32-bit integers. */
const [min, max] = [-2_147_483_648, 2_147_483_647]

/** The number of milliseconds from the last click on + or − until all clicks are sent as one change. */
const pause = 900

const isInside = ({ currentTarget, relatedTarget }: FocusEvent) =>
  relatedTarget instanceof Node && currentTarget.contains(relatedTarget)

/** Keeps the typed text until the API has replied. The input then shows the stock of the product again. */
function useDraft({ stock, mayBeNegative, isPending, onSave }: StockFieldProps) {
  const [draft, setDraft] = useState<number | string | null>(null)
  const [sent, setSent] = useState<number | null>(null)
  useDidUpdate(() => {
    if (!isPending) setDraft(current => (current === sent ? null : current))
  }, [isPending])
  const value = draft ?? stock ?? ''
  const isFaulty = typeof value === 'number' && value < 0 && draft !== null && !mayBeNegative
  const save = () => {
    if (isPending || isFaulty || isUnclear(value)) return
    if (typeof draft !== 'number' || draft === stock) return setDraft(null)
    setSent(draft)
    onSave(draft)
  }
  const step = (by: number) => {
    if (!isPending && !isUnclear(value)) setDraft(Math.min(Math.max(Number(value) + by, min), max))
  }
  return { value, isFaulty, save, step, write: setDraft, reset: () => setDraft(null) }
}

/**
 * Calls a function when the screen is left, and when the page is closed or loaded again. If the screen is left because
 * the session has ended, the function is not called, since its key must not change the store any more.
 */
function useOnLeave(save: () => void) {
  const onUnmount = useEffectEvent(() => {
    if (isSignedIn()) save()
  })
  useEffect(() => () => onUnmount(), [])
  useWindowEvent('pagehide', save)
}

export function StockField(props: StockFieldProps) {
  const { name, isPending } = props
  const { stock: text } = useTexts(texts)
  const { value, isFaulty, save, step, write, reset } = useDraft(props)
  const saveLater = useDebouncedCallback(save, pause)
  useOnLeave(save)
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
      <WholeNumberInput
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

/** A button for + or −. The tab key skips it, because the arrow keys do the same in the input. */
const StepButton = ({ label, sign, onClick }: StepButtonProps) => (
  <ActionIcon variant="default" size={34} aria-label={label} tabIndex={-1} onClick={onClick}>
    {sign}
  </ActionIcon>
)
