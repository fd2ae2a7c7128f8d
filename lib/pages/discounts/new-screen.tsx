/** The screen that creates a discount. */

import { Stack } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import type { NewDiscount } from '../../client/index.ts'
import { TextLink } from '../app/links.tsx'
import { Screen } from '../app/screen.tsx'
import { useChange } from '../change/use-change.tsx'
import { toFormErrors } from '../form/faults.ts'
import { SaveBar } from '../form/save-bar.tsx'
import { texts as formTexts } from '../form/texts.ts'
import { useSession } from '../session/api.ts'
import { useTexts } from '../session/language.ts'
import type { DiscountForm } from './fields.tsx'
import { DiscountFields } from './form.tsx'
import { texts } from './texts.ts'
import { useDiscountForm } from './use-discount-form.ts'
import { bodyOf } from './values.ts'

/** The new discount is opened, so that its code can be copied and its usage is seen. */
function useCreate(form: DiscountForm) {
  const text = useTexts(texts)
  const { required } = useTexts(formTexts)
  const { api } = useSession()
  const navigate = useNavigate()
  return useChange({
    send: (body: NewDiscount, options) => api.discounts.create(body, options),
    onRefused: ({ errors }) => form.setErrors(toFormErrors(errors, required)),
    onDone: ({ id }) => void navigate({ to: '/discounts/$id', params: { id } }),
    done: text.created,
    affected: [['discounts', 'list']],
  })
}

export function NewDiscountScreen() {
  const text = useTexts(texts)
  const { timeZone } = useSession().account
  const form = useDiscountForm()
  const { run, isPending } = useCreate(form)
  return (
    <Stack>
      <TextLink to="/discounts" size="sm">
        {text.back}
      </TextLink>
      <Screen title={text.newTitle}>
        <DiscountFields
          form={form}
          onSubmit={values => run(bodyOf(values, timeZone))}
          buttons={<SaveBar save={text.create} isPending={isPending} />}
        />
      </Screen>
    </Stack>
  )
}
