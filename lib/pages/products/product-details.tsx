/** Sections of the product screen with the facts, the total sales, the custom fields and the metadata. */

import { Code, Group, Stack, Table, Text } from '@mantine/core'
import type { Product } from '../../client/index.ts'
import { type Choice, choicesIn } from '../../products/custom-field-choices.ts'
import { type Fact, Facts } from '../details/facts.tsx'
import { Section } from '../details/section.tsx'
import { useSession } from '../session/client.ts'
import { useFormats } from '../session/formats.ts'
import { labelOf, useTexts } from '../session/language.ts'
import { Picture } from './picture.tsx'
import { currencyOf } from './queries.ts'
import { ShopPageLink } from './shop-page-link.tsx'
import { texts } from './texts.ts'

interface ProductProps {
  product: Product
}

function useFacts(product: Product): Fact[] {
  const { columns, facts } = useTexts(texts)
  const { amount, dateTime } = useFormats()
  const { account } = useSession()
  const { price, userDefinedId, url, categories, creationDate, modificationDate, fileGuid } = product
  return [
    [columns.price, amount(price, currencyOf(product, account))],
    [columns.id, userDefinedId],
    [facts.page, url ? <ShopPageLink key="page" url={url} /> : null],
    [facts.categories, categories.join(', ')],
    [facts.file, fileGuid],
    [columns.created, dateTime(creationDate)],
    [facts.changed, dateTime(modificationDate)],
  ]
}

export function ProductFacts({ product }: ProductProps) {
  const { facts } = useTexts(texts)
  const { image, name, description } = product
  return (
    <Section title={facts.title}>
      <Stack>
        <Group gap="md" align="flex-start" wrap="nowrap">
          <Picture url={image} name={name} size={72} />
          <Text size="sm" className="breakable">
            {description}
          </Text>
        </Group>
        <Facts facts={useFacts(product)} />
      </Stack>
    </Section>
  )
}

export function TotalSales({ product: { statistics } }: ProductProps) {
  const { columns, sales } = useTexts(texts)
  const { amount, number } = useFormats()
  const { currency } = useSession().account
  return (
    <Section title={sales.title}>
      <Facts
        facts={[
          [columns.sold, number(statistics.numberOfSales)],
          [columns.sales, amount(statistics.totalSales, currency)],
        ]}
      />
      <Text size="xs" c="dimmed" mt="xs">
        {sales.hint(currency)}
      </Text>
    </Section>
  )
}

/** Returns a function that writes the name of an option, with the amount that the option adds to the price. */
function useChoiceText(product: Product) {
  const { amount } = useFormats()
  const currency = currencyOf(product, useSession().account)
  return ({ name, adjustment }: Choice) =>
    adjustment ? `${name} (${adjustment > 0 ? '+' : ''}${amount(adjustment, currency)})` : name
}

export function CustomFields({ product }: ProductProps) {
  const { fields } = useTexts(texts)
  const choiceText = useChoiceText(product)
  const { customFields } = product
  if (customFields.length === 0) return null
  return (
    <Section title={fields.title}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{fields.name}</Table.Th>
            <Table.Th>{fields.type}</Table.Th>
            <Table.Th>{fields.choices}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {customFields.map(({ name, type, options, required }) => (
            <Table.Tr key={name} className="breakable">
              <Table.Td>{required ? `${name} *` : name}</Table.Td>
              <Table.Td>{labelOf(fields.types, type, type.toLowerCase())}</Table.Td>
              <Table.Td>{choicesIn(options).map(choiceText).join(', ')}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Text size="xs" c="dimmed" mt="xs">
        {fields.required}
      </Text>
    </Section>
  )
}

export function Metadata({ product: { metadata } }: ProductProps) {
  const { facts } = useTexts(texts)
  if (!metadata || Object.keys(metadata).length === 0) return null
  return (
    <Section title={facts.metadata}>
      <Code block tabIndex={0}>
        {JSON.stringify(metadata, null, 2)}
      </Code>
    </Section>
  )
}
