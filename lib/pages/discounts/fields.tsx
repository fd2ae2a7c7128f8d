/** The input fields that depend on the trigger and the type of a discount. */

import { Button, Group, TagsInput, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { fieldsOfTrigger, fieldsOfType } from '../../discounts/kinds.ts'
import { AmountInput, PercentInput, WholeNumberInput } from '../form/number-inputs.tsx'
import { useSession } from '../session/client.ts'
import { useTexts } from '../session/language.ts'
import { ProductInput, ProductsInput } from './product-inputs.tsx'
import { texts } from './texts.ts'
import { type DiscountForm, type DiscountValues, randomCode } from './values.ts'

interface FieldsProps {
  form: DiscountForm
}

export function FieldsOfType({ form }: FieldsProps) {
  const amounts = useAmountFields(form)
  const lists = useListFields(form)
  const { type } = form.values
  return <Fields names={fieldsOfType(type)} fields={{ ...amounts, ...lists }} />
}

export function FieldsOfTrigger({ form }: FieldsProps) {
  const fields = useTriggerFields(form)
  return <Fields names={fieldsOfTrigger(form.values.trigger)} fields={fields} />
}

const Fields = ({ names, fields }: { names: readonly string[]; fields: Record<string, ReactNode> }) =>
  names.map(name => <div key={name}>{fields[name]}</div>)

/** Returns the texts, the currency, and a function that returns the properties of an input. */
function useField(form: DiscountForm) {
  const text = useTexts(texts)
  const { currency } = useSession().account
  const input = (name: keyof DiscountValues & keyof typeof text.fields) => ({
    label: text.fields[name],
    ...form.getInputProps(name),
  })
  return { text, currency, input }
}

function useAmountFields(form: DiscountForm): Record<string, ReactNode> {
  const { text, currency, input } = useField(form)
  return {
    amount: <AmountInput currency={currency} required {...input('amount')} />,
    rate: <PercentInput required {...input('rate')} />,
    shippingDescription: <TextInput required {...input('shippingDescription')} />,
    shippingCost: <AmountInput currency={currency} required {...input('shippingCost')} />,
    shippingGuaranteedDaysToDelivery: (
      <WholeNumberInput unit={text.days} placeholder={text.optional} {...input('shippingGuaranteedDaysToDelivery')} />
    ),
  }
}

function useListFields(form: DiscountForm): Record<string, ReactNode> {
  const { text, input } = useField(form)
  const needsProducts = form.values.type === 'FixedAmountOnItems'
  const { productIds, allProducts, categories, alternatePrice } = text.hints
  return {
    productIds: (
      <ProductsInput
        description={needsProducts ? productIds : allProducts}
        required={needsProducts}
        {...input('productIds')}
      />
    ),
    categories: <TagsInput description={categories} {...input('categories')} />,
    alternatePrice: <TextInput description={alternatePrice} required {...input('alternatePrice')} />,
  }
}

function useTriggerFields(form: DiscountForm): Record<string, ReactNode> {
  const { text, currency, input } = useField(form)
  return {
    code: (
      <Group align="flex-end" gap="sm">
        <TextInput required flex={1} miw={160} autoComplete="off" {...input('code')} />
        <Button variant="default" onClick={() => form.setFieldValue('code', randomCode())}>
          {text.generate}
        </Button>
      </Group>
    ),
    itemId: <ProductInput required {...input('itemId')} />,
    totalToReach: <AmountInput currency={currency} description={text.hints.totalToReach} {...input('totalToReach')} />,
  }
}
