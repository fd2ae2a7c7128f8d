/** The screen that creates a shipping method. */

import { Stack } from '@mantine/core'
import { TextLink } from '../app/links.tsx'
import { ScreenWithTitle } from '../app/screen-with-title.tsx'
import { SaveBar } from '../form/save-bar.tsx'
import { useTexts } from '../session/language.ts'
import { useCreate } from './changes.ts'
import { MethodEditor } from './form.tsx'
import { texts } from './texts.ts'
import { bodyOf, useMethodForm } from './values.ts'

export function NewMethodScreen() {
  const text = useTexts(texts)
  const form = useMethodForm()
  const { run, isPending } = useCreate(form)
  return (
    <Stack>
      <TextLink to="/shipping">{text.back}</TextLink>
      <ScreenWithTitle title={text.newTitle}>
        <MethodEditor
          form={form}
          onSubmit={values => run(bodyOf(values))}
          buttons={<SaveBar save={text.create} isPending={isPending} />}
        />
      </ScreenWithTitle>
    </Stack>
  )
}
