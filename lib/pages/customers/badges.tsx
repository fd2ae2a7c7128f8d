/** A badge with the status of a customer: confirmed or not. */

import { Badge } from '@mantine/core'
import type { Customer } from '../../client/index.ts'
import { useTexts } from '../session/language.ts'
import { texts } from './texts.ts'

export function StatusBadge({ status }: Pick<Customer, 'status'>) {
  const { statuses } = useTexts(texts)
  return <Badge color={status === 'Confirmed' ? 'green' : 'gray'}>{statuses[status]}</Badge>
}
