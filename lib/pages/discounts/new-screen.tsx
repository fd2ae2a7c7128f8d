/** The screen that creates a discount. */

import { Stack } from '@mantine/core'
import { TextLink } from '../app/links.tsx'
import { ScreenFrame } from '../app/screen-frame.tsx'
import { SaveBar } from '../form/save-bar.tsx'
import { useSession } from '../session/client.ts'
import { useTexts } from '../session/language.ts'
import { useCreate } from './changes.ts'
import { DiscountFields } from './form.tsx'
import { texts } from './texts.ts'
import { bodyOf, useDiscountForm } from './values.ts'

export function NewDiscountScreen() {
  const text = useTexts(texts)
  const { timeZone } = useSession().account
  const form = useDiscountForm()
  const { run, isPending } = useCreate(form)
  return (
    <Stack>
      <TextLink to="/discounts">{text.back}</TextLink>
      <ScreenFrame title={text.newTitle}>
        <DiscountFields
          form={form}
          onSubmit={values => run(bodyOf(values, timeZone))}
          buttons={<SaveBar save={text.create} isPending={isPending} />}
        />
      </ScreenFrame>
    </Stack>
  )
}
