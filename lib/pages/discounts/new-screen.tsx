/** The screen that creates a discount. */

import { Stack } from '@mantine/core'
import { TextLink } from '../app/links.tsx'
import { ScreenWithTitle } from '../app/screen-with-title.tsx'
import { SaveBar } from '../form/save-bar.tsx'
import { useSession } from '../session/client.ts'
import { useTexts } from '../session/language.ts'
import { useCreate } from './changes.ts'
import { DiscountEditor } from './form.tsx'
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
      <ScreenWithTitle title={text.newTitle}>
        <DiscountEditor
          form={form}
          onSubmit={values => run(bodyOf(values, timeZone))}
          buttons={<SaveBar save={text.create} isPending={isPending} />}
        />
      </ScreenWithTitle>
    </Stack>
  )
}
