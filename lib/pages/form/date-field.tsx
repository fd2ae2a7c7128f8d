/** An input field for a day. It shows and reads numbers in the order of the user's language, such as the day first. */

import { DateInput, type DateInputProps } from '@mantine/dates'
import '@mantine/dates/styles.css'
import 'dayjs/locale/de'
import 'dayjs/locale/es'
import 'dayjs/locale/fr'
import { localeOf } from '../session/formats.ts'
import { useLanguage } from '../session/language.ts'
import { dayFormatOf } from './day-format.ts'

export function DateField(props: DateInputProps) {
  const [language] = useLanguage()
  const { format, parse } = dayFormatOf(localeOf(language))
  return <DateInput locale={language} valueFormat={format} dateParser={parse} {...props} />
}
