/** The screen of one shipping method: its input form, and the button that deletes it. */

import { getRouteApi } from '@tanstack/react-router'
import type { ShippingMethod } from '../../client/index.ts'
import { TextLink } from '../app/links.tsx'
import { ScreenWithTitle } from '../app/screen-with-title.tsx'
import { ConfirmButton } from '../change/confirm-button.tsx'
import { ObjectScreen } from '../details/object-screen.tsx'
import { SaveBar } from '../form/save-bar.tsx'
import { texts as formTexts } from '../form/texts.ts'
import { useQueryOnce } from '../form/use-object-form.ts'
import { useSession } from '../session/client.ts'
import { useTexts } from '../session/language.ts'
import { useRemove, useSave } from './changes.ts'
import { MethodEditor } from './form.tsx'
import { methodQuery } from './queries.ts'
import { texts } from './texts.ts'
import { bodyOf, useMethodForm } from './values.ts'

const route = getRouteApi('/shipping/$id')

export function MethodScreen() {
  const text = useTexts(texts)
  const { api } = useSession()
  const { id } = route.useParams()
  const query = useQueryOnce(methodQuery(api, id))
  return (
    <ObjectScreen back={<TextLink to="/shipping">{text.back}</TextLink>} query={query}>
      {method => <MethodDetails key={id} method={method} />}
    </ObjectScreen>
  )
}

function MethodDetails({ method }: { method: ShippingMethod }) {
  const { save } = useTexts(formTexts)
  const form = useMethodForm(method)
  const { run, isPending } = useSave(method, form)
  return (
    <ScreenWithTitle title={method.name} aside={<RemoveButton method={method} />}>
      <MethodEditor
        form={form}
        onSubmit={values => run(bodyOf(values))}
        buttons={<SaveBar save={save} isPending={isPending} onDiscard={form.isDirty() ? form.reset : undefined} />}
      />
    </ScreenWithTitle>
  )
}

function RemoveButton({ method }: { method: ShippingMethod }) {
  const text = useTexts(texts)
  const { canChange } = useSession()
  const { run, isPending } = useRemove(method)
  if (!canChange) return null
  return (
    <ConfirmButton
      label={text.remove}
      title={text.removeTitle(method.name)}
      sentences={text.removeSentences}
      isPending={isPending}
      onConfirm={() => run(null)}
    />
  )
}
