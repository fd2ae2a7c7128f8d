/** Input fields for a day, and for a day with a time. Their numbers have the order of the user's language. */

import { DateInput, type DateInputProps, DateTimePicker, type DateTimePickerProps } from '@mantine/dates'
import '@mantine/dates/styles.css'
import 'dayjs/locale/de'
import 'dayjs/locale/es'
import 'dayjs/locale/fr'
import { useDisclosure } from '@mantine/hooks'
import { useLocale } from '../session/formats.ts'
import { useLanguage } from '../session/language.ts'
import { createDayFormat } from './day-format.ts'

function useDayFormat() {
  const [language] = useLanguage()
  return { language, ...createDayFormat(useLocale()) }
}

/** Escape in an open calendar closes only the calendar, because dialogs ignore keys in elements with this attribute. */
export function DateField({ popoverProps, ...props }: DateInputProps) {
  const { language, format, parse } = useDayFormat()
  const [isOpen, { open, close }] = useDisclosure()
  return (
    <DateInput
      locale={language}
      valueFormat={format}
      dateParser={parse}
      data-mantine-stop-propagation={isOpen || undefined}
      popoverProps={{ ...popoverProps, onOpen: open, onClose: close }}
      {...props}
    />
  )
}

export function DateTimeField(props: DateTimePickerProps) {
  const { language, format } = useDayFormat()
  const formatTime = (value: string) => `${format(value.slice(0, 10))} ${value.slice(11, 16)}`
  return <DateTimePicker locale={language} valueFormat={formatTime} {...props} />
}
