/**
 * An input for a number. It shows what is typed, and reads it with the separators of amounts. A text that cannot be read
 * becomes the value of the form, whose check refuses it.
 */

import { Stack, TextInput, type TextInputProps, UnstyledButton } from '@mantine/core'
import { type ClipboardEvent, type KeyboardEvent, useState } from 'react'
import { useLocale } from '../session/formats.ts'
import { useTexts } from '../session/language.ts'
import { formatNumber, isUnclear, pastedNumber, readNumber, separatorOf } from './number-text.ts'
import { texts } from './texts.ts'

export interface NumberInputProps extends Omit<TextInputProps, 'value' | 'onChange' | 'type'> {
  /** A text is empty, or cannot be read as a number. */
  value?: number | string
  onChange?: (value: number | string) => void
  min?: number
  max?: number
  /** With `strict`, a number outside of `min` and `max` cannot be typed. */
  clampBehavior?: 'strict' | 'none'
  /** Shows buttons for the next and the previous number, as the arrow keys do. */
  hasSteps?: boolean
}

interface DecimalInputProps extends NumberInputProps {
  decimals: number
  hasFixedDecimals?: boolean
}

/** Returns the text of the input, and functions that change it. `step` adds to the number. */
function useNumber({ value = '', onChange, decimals, hasFixedDecimals = false, ...props }: DecimalInputProps) {
  const { min = 0, max = Number.MAX_SAFE_INTEGER, clampBehavior } = props
  const locale = useLocale()
  /** The text until the input loses the focus, and the value that was read from it. */
  const [typed, setTyped] = useState<{ text: string; value: number | string } | null>(null)
  const write = (text: string) => {
    const read = readNumber(text, { separator: separatorOf(locale), decimals })
    if (clampBehavior === 'strict' && typeof read === 'number' && (read < min || read > max)) return
    setTyped({ text, value: read })
    onChange?.(read)
  }
  const step = (by: number) => {
    if (props.readOnly || isUnclear(value)) return
    onChange?.(Math.min(Math.max(Number((Number(value) + by).toFixed(decimals)), min), max))
  }
  const isTyping = typed?.value === value
  return {
    text: isTyping ? typed.text : formatNumber(value, { locale, decimals, hasFixedDecimals }),
    isFaulty: !isTyping && isUnclear(value),
    write,
    step,
    finish: () => setTyped(null),
  }
}

/** Returns the text that says which numbers can be read, and the handler of pasted numbers. */
function useRules(decimals: number) {
  const locale = useLocale()
  const { unclear } = useTexts(texts)
  const example = decimals === 0 ? 1200 : 1200.5
  /** The number is inserted as if it were typed. */
  const paste = (event: ClipboardEvent) => {
    event.preventDefault()
    const text = event.clipboardData.getData('text')
    const number = pastedNumber(text, { separator: separatorOf(locale), decimals })
    if (number) document.execCommand('insertText', false, number)
  }
  return { fault: unclear(formatNumber(example, { locale, decimals, hasFixedDecimals: false }), decimals), paste }
}

export function DecimalInput(props: DecimalInputProps) {
  const { text, isFaulty, write, step, finish } = useNumber(props)
  const { value, onChange, min, max, clampBehavior, hasSteps, decimals, hasFixedDecimals, ...input } = props
  const steps = hasSteps && { rightSection: <Steps onStep={step} />, rightSectionWidth: 24 }
  const { fault, paste } = useRules(decimals)
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter') finish()
    if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
      event.preventDefault()
      step(event.key === 'ArrowUp' ? 1 : -1)
    }
    input.onKeyDown?.(event)
  }
  return (
    <TextInput
      inputMode="decimal"
      {...steps}
      {...input}
      value={text}
      error={isFaulty ? fault : input.error}
      onChange={event => write(event.currentTarget.value)}
      onPaste={paste}
      onKeyDown={onKeyDown}
      onBlur={event => {
        finish()
        input.onBlur?.(event)
      }}
    />
  )
}

/** The focus stays in the input. Screen readers and the tab key skip these buttons, because the arrow keys do the same. */
const Steps = ({ onStep }: { onStep: (by: number) => void }) => (
  <Stack gap={0} aria-hidden onMouseDown={event => event.preventDefault()}>
    {([1, -1] as const).map(by => (
      <UnstyledButton key={by} tabIndex={-1} fz={8} lh={1.9} px={6} onClick={() => onStep(by)}>
        {by === 1 ? '▲' : '▼'}
      </UnstyledButton>
    ))}
  </Stack>
)
