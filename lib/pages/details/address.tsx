/** The lines of a postal address, as on a letter, with phone and VAT number. */

import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Address } from '../../client/index.ts'
import { useFormats } from '../session/formats.ts'

function linesOf(address: Address, country: (code: string) => string): string[] {
  const { fullName, company, address1, address2, postalCode, city, province, phone, vatNumber } = address
  const place = [postalCode, city, province && `(${province})`].filter(Boolean).join(' ')
  const lines = [fullName, company, address1, address2, place, country(address.country ?? ''), phone, vatNumber]
  return lines.flatMap(line => line || [])
}

/** Shows `none` if all fields of the address are empty. */
export function AddressLines({ address, none }: { address: Address; none: ReactNode }) {
  const { country } = useFormats()
  const lines = linesOf(address, country)
  if (lines.length === 0) return none
  return (
    <Text component="address" size="sm" fs="normal" className="wrapped">
      {lines.join('\n')}
    </Text>
  )
}
