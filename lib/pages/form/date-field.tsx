/** Input fields for a day, and for a day with a time. Their numbers have the order of the user's language. */

import { DateInput, type DateInputProps, DateTimePicker, type DateTimePickerProps } from '@mantine/dates'
import '@mantine/dates/styles.css'
import 'dayjs/locale/de'
import 'dayjs/locale/es'
import 'dayjs/locale/fr'
import { useDisclosure, useId } from '@mantine/hooks'
import { type FormEvent, useState } from 'react'
import { useLocale } from '../session/formats.ts'
import { useLanguage, useTexts } from '../session/language.ts'
import { createDayFormat, isDay } from './day-format.ts'
import { texts } from './texts.ts'

function useDayFormat() {
  const [language] = useLanguage()
  return { language, ...createDayFormat(useLocale()) }
}

/** Names the parts of a calendar. Days of other months are left out, because their contrast is too low to be read. */
function useCalendar() {
  const { calendar, clear } = useTexts(texts)
  return { ariaLabels: calendar, clearButtonProps: { 'aria-label': clear }, hideOutsideDates: true }
}

interface DateFieldProps extends Omit<DateInputProps, 'value' | 'onChange'> {
  /** A day such as 2026-04-03, null if the input is empty, or a text that is not a day. The check of the form refuses it. */
  value?: string | null
  onChange?: (value: string | null) => void
}

/**
 * Mantine ignores a text that is not a day, so this input gives it to the form, and keeps it to be corrected. Its fault
 * is shown once the text is complete.
 */
function useText({ value = null, onChange, error }: DateFieldProps) {
  const { noDay } = useTexts(texts)
  const { parse } = useDayFormat()
  const [isTyping, setTyping] = useState(false)
  const isUnclear = value !== null && value !== '' && !isDay(value)
  return {
    value: isUnclear ? null : value || null,
    fixOnBlur: !isUnclear,
    error: isUnclear && !isTyping ? noDay : error,
    onInput: ({ currentTarget }: FormEvent<HTMLInputElement>) => {
      const text = currentTarget.value.trim()
      setTyping(true)
      if (text !== '' && parse(text) === null) onChange?.(text)
    },
    finish: () => setTyping(false),
  }
}

/** Escape in an open calendar closes only the calendar, because dialogs ignore keys in elements with this attribute. */
export function DateField({ popoverProps, ...props }: DateFieldProps) {
  const { language, format, parse } = useDayFormat()
  const { finish, ...text } = useText(props)
  const calendar = useCalendar()
  const [isOpen, { open, close }] = useDisclosure()
  return (
    <DateInput
      locale={language}
      valueFormat={format}
      dateParser={parse}
      data-mantine-stop-propagation={isOpen || undefined}
      popoverProps={{ ...popoverProps, onOpen: open, onClose: close }}
      {...calendar}
      {...props}
      {...text}
      onKeyDown={({ key }) => key === 'Enter' && finish()}
      onBlur={event => {
        finish()
        props.onBlur?.(event)
      }}
    />
  )
}

/** The field is a button. Its name contains the chosen day and time, not only the label. */
export function DateTimeField(props: DateTimePickerProps) {
  const { language, format } = useDayFormat()
  const { hours, minutes, done } = useTexts(texts)
  const calendar = useCalendar()
  const id = useId()
  const formatTime = (value: string) => `${format(value.slice(0, 10))} ${value.slice(11, 16)}`
  return (
    <DateTimePicker
      id={id}
      aria-labelledby={`${id}-label ${id}`}
      popoverProps={{ id }}
      locale={language}
      valueFormat={formatTime}
      timePickerProps={{ hoursInputLabel: hours, minutesInputLabel: minutes }}
      submitButtonProps={{ 'aria-label': done }}
      {...calendar}
      {...props}
    />
  )
}
