/** The dialog that edits the e-mail address and the addresses of a customer. */

import { Button, Checkbox, Fieldset, NativeSelect, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import type { AbandonedCart, Customer, CustomerChange, ProblemError } from '../../client/index.ts'
import { Dialog, DialogButtons } from '../change/dialog.tsx'
import { fieldErrorsOf } from '../change/problem-details.tsx'
import { Refusal, useRefusal } from '../change/refusal.tsx'
import { useChange } from '../change/use-change.tsx'
import { showFaults, submitHandler } from '../form/faults.ts'
import { useSession } from '../session/client.ts'
import { useFormats } from '../session/formats.ts'
import { useTexts } from '../session/language.ts'
import { AddressInputs } from './address-inputs.tsx'
import { customerCartsQuery, customerQuery } from './queries.ts'
import { texts } from './texts.ts'
import { asInput, type CustomerValues, changeIn, valuesOf } from './values.ts'

interface EditDialogProps {
  customer: Customer
  isOpen: boolean
  onClose: () => void
}

export function EditDialog(props: EditDialogProps) {
  const { customer, isOpen, onClose } = props
  const { edit } = useTexts(texts)
  return (
    <Dialog title={edit.title} isOpen={isOpen} onClose={onClose} size="lg">
      {/* If another person changes the customer, the new React key resets the form to the changed customer. */}
      <Form key={JSON.stringify(valuesOf(customer))} {...props} />
    </Dialog>
  )
}

function useSave({ customer, onClose }: EditDialogProps, onRefused: (problem: ProblemError) => boolean) {
  const { edit, fields, columns } = useTexts(texts)
  const { api } = useSession()
  const { id } = customer
  return useChange({
    query: customerQuery(api, id),
    send: (change: CustomerChange, options) => api.customers.update({ id, ...change }, options),
    asInput,
    done: edit.done,
    labels: {
      email: columns.email,
      status: columns.status,
      billingAddressFirstName: fields.firstName,
      billingAddressName: fields.name,
      billingAddressAddress1: fields.address1,
      billingAddressPostalCode: fields.postalCode,
      billingAddressCity: fields.city,
      billingAddressCountry: fields.country,
      billingAddressPhone: fields.phone,
    },
    affected: [['customers']],
    onDone: onClose,
    onRefused,
  })
}

function Form(props: EditDialogProps) {
  const { customer, isOpen, onClose } = props
  const { edit, address } = useTexts(texts)
  const form = useForm<CustomerValues>({
    initialValues: valuesOf(customer),
    validate: { email: value => (value.includes('@') ? null : edit.noEmail) },
  })
  const { refusal, onRefused } = useRefusal(isOpen)
  const { run, isPending } = useSave(props, problem => {
    showFaults(form, fieldErrorsOf(problem))
    return onRefused(problem)
  })
  return (
    <form noValidate onSubmit={submitHandler(form, values => run(changeIn(values, customer)))}>
      <Stack>
        <TextInput label={edit.email} type="email" data-autofocus {...form.getInputProps('email')} />
        <Fieldset legend={address.billing}>
          <AddressInputs form={form} name="billingAddress" />
        </Fieldset>
        <Checkbox label={edit.same} {...form.getInputProps('isSame', { type: 'checkbox' })} />
        {!form.values.isSame && (
          <Fieldset legend={address.shipping}>
            <AddressInputs form={form} name="shippingAddress" />
          </Fieldset>
        )}
        <CartChoice customer={customer} input={form.getInputProps('cartToken')} />
        <Refusal error={refusal} />
        <DialogButtons onCancel={onClose}>
          <Button type="submit" loading={isPending}>
            {edit.save}
          </Button>
        </DialogButtons>
      </Stack>
    </form>
  )
}

interface CartChoiceProps {
  customer: Customer
  input: object
}

/**
 * The input that chooses an open cart, to which the new data is copied too. It is shown only if the customer has an
 * open cart.
 */
function CartChoice({ customer: { email }, input }: CartChoiceProps) {
  const { edit } = useTexts(texts)
  const { amount, dateTime } = useFormats()
  const { api, account } = useSession()
  const { data } = useQuery({ ...customerCartsQuery(api, email), enabled: account.features.includes('abandonedCarts') })
  if (!data?.items.length) return null
  const labelOf = ({ modificationDate, total, currency }: AbandonedCart) =>
    `${dateTime(modificationDate)}, ${amount(total, currency)}`
  const carts = data.items.map(cart => ({ value: cart.token, label: labelOf(cart) }))
  return (
    <NativeSelect
      label={edit.cart}
      description={edit.cartHint}
      data={[{ value: '', label: '–' }, ...carts]}
      {...input}
    />
  )
}
