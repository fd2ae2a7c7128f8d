/** The screen that creates a shipping method. */

import { Stack } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import type { NewShippingMethod } from '../../client/index.ts'
import { TextLink } from '../app/links.tsx'
import { Screen } from '../app/screen.tsx'
import { useChange } from '../change/use-change.tsx'
import { toFormErrors } from '../form/faults.ts'
import { SaveBar } from '../form/save-bar.tsx'
import { texts as formTexts } from '../form/texts.ts'
import { useSession } from '../session/api.ts'
import { useTexts } from '../session/language.ts'
import { MethodFields } from './form.tsx'
import { texts } from './texts.ts'
import { type MethodForm, useMethodForm } from './use-method-form.ts'
import { bodyOf } from './values.ts'

function useCreate(form: MethodForm) {
  const text = useTexts(texts)
  const { required } = useTexts(formTexts)
  const { api } = useSession()
  const navigate = useNavigate()
  return useChange({
    send: (body: NewShippingMethod, options) => api.shipping.create(body, options),
    onRefused: ({ errors }) => form.setErrors(toFormErrors(errors, required)),
    onDone: ({ Id: id }) => void navigate({ to: '/shipping/$id', params: { id } }),
    done: text.created,
    affected: [['shipping', 'list']],
  })
}

export function NewMethodScreen() {
  const text = useTexts(texts)
  const form = useMethodForm()
  const { run, isPending } = useCreate(form)
  return (
    <Stack>
      <TextLink to="/shipping" size="sm">
        {text.back}
      </TextLink>
      <Screen title={text.newTitle}>
        <MethodFields
          form={form}
          onSubmit={values => run(bodyOf(values))}
          buttons={<SaveBar save={text.create} isPending={isPending} />}
        />
      </Screen>
    </Stack>
  )
}
