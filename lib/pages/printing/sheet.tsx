/** The layout that packing slips and invoices share: the store, the order, the addresses and the names of items. */

import { Group, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { createContext, type ReactNode, useContext } from 'react'
import type { Order, OrderItem } from '../../client/index.ts'
import { type Language, languages } from '../../core/tenant.ts'
import { useSession } from '../session/client.ts'
import { type Formats, useFormats } from '../session/formats.ts'
import { useLanguage } from '../session/language.ts'
import { type PrintTexts, texts } from './texts.ts'

type Address = Order['billingAddress']

interface SheetValue {
  text: PrintTexts
  formats: Formats
  language: Language
}

const SheetContext = createContext<SheetValue | null>(null)

export function useSheetContext(): SheetValue {
  const value = useContext(SheetContext)
  if (!value) throw new Error('This is part of a sheet.')
  return value
}

/** Returns the language of the order, or the language of the pages if there are no texts in the order's language. */
function useLanguageOf({ lang }: Order): Language {
  const [own] = useLanguage()
  return languages.find(language => language === lang.slice(0, 2).toLowerCase()) ?? own
}

interface SheetProps {
  order: Order
  titleOf: (text: PrintTexts) => string
  children: ReactNode
}

export function Sheet({ order, titleOf, children }: SheetProps) {
  const language = useLanguageOf(order)
  const formats = useFormats(language)
  const text = texts[language]
  const { name, mode } = useSession().account
  return (
    <SheetContext value={{ text, formats, language }}>
      <Stack component="article" className="sheet" lang={language} gap="lg" aria-label={titleOf(text)}>
        {mode === 'Test' && <Text fw={700}>{text.test}</Text>}
        <Group justify="space-between" align="flex-start">
          <Text size="xl" fw={700} className="prose">
            {name}
          </Text>
          <Stack gap={0} align="flex-end">
            <Title order={2} size="h3">
              {titleOf(text)}
            </Title>
            <Text>{`${text.number} ${order.invoiceNumber || order.token}`}</Text>
            <Text>{`${text.date} ${formats.date(order.completionDate)}`}</Text>
          </Stack>
        </Group>
        {children}
      </Stack>
    </SheetContext>
  )
}

/** Returns the lines of an address, as on a letter. */
function linesOf(address: Address, { text, formats }: SheetValue): string[] {
  const { company, fullName, address1, address2, postalCode, city, province, country, phone, vatNumber } = address
  return [
    company,
    fullName,
    address1,
    address2,
    [postalCode, city].filter(Boolean).join(' '),
    province,
    country && formats.country(country),
    phone && text.phone(phone),
    vatNumber && text.vatNumber(vatNumber),
  ].flatMap(line => line || [])
}

export function AddressBlock({ title, address }: { title: string; address: Address }) {
  const lines = linesOf(address, useSheetContext())
  return (
    <SheetBlock title={title}>
      <Text component="address" fs="normal" className="prose">
        {lines.join('\n')}
      </Text>
    </SheetBlock>
  )
}

/** A block of the sheet with a small heading. */
export const SheetBlock = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className="together">
    <Text fz="9pt" c="dimmed">
      {title}
    </Text>
    {children}
  </div>
)

export const SheetColumns = ({ children }: { children: ReactNode }) => (
  <SimpleGrid cols={2} spacing="lg" verticalSpacing="md">
    {children}
  </SimpleGrid>
)

/** The name of an item, with its id and the options that the buyer chose. */
export const ItemName = ({ item: { name, id, customFields } }: { item: OrderItem }) => (
  <>
    <Text fw={600} className="prose">
      {name}
    </Text>
    <Text fz="9pt" c="dimmed" className="prose">
      {[
        id,
        ...customFields
          .filter(({ value }) => value)
          .map(field => `${field.name}: ${field.displayValue || field.value}`),
      ].join(' · ')}
    </Text>
  </>
)
