/** The buttons that change, pause, resume or cancel a subscription, as its state allows. */

import { Button, Group } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useUrlDialog } from '../change/use-url-dialog.ts'
import { useSession } from '../session/client.ts'
import { useTexts } from '../session/language.ts'
import { CancelDialog } from './cancel-dialog.tsx'
import { EditDialog } from './edit-dialog.tsx'
import type { Pausing } from './pausing.ts'
import type { ShownSubscription } from './subscription.ts'
import { texts } from './texts.ts'

const route = getRouteApi('/subscriptions/$engine/$id')

type DialogName = 'change' | 'cancel'

interface ActionsProps {
  shown: ShownSubscription
  pausing: Pausing
}

export function Actions({ shown, pausing }: ActionsProps) {
  const text = useTexts(texts)
  const { canChange } = useSession()
  const { dialog } = route.useSearch()
  const { open, close } = useUrlDialog<DialogName>()
  const isRunning = shown.state === 'Active' || shown.state === 'Paused'
  /** After a cancellation, the buttons disappear. The focus then moves from the removed button to the heading. */
  useEffect(() => {
    if (!isRunning) document.querySelector('h1')?.focus()
  }, [isRunning])
  if (!canChange || !isRunning) return null
  return (
    <Group gap="xs">
      {shown.v1 && <PauseOrResume shown={shown} pausing={pausing} />}
      {shown.v1 && (
        <Button variant="default" onClick={() => open('change')}>
          {text.change.action}
        </Button>
      )}
      <Button variant="outline" color="red" onClick={() => open('cancel')}>
        {text.cancel.action}
      </Button>
      {shown.v1 && (
        <EditDialog shown={shown} v1={shown.v1} isOpen={dialog === 'change'} onClose={() => close('change')} />
      )}
      <CancelDialog shown={shown} isOpen={dialog === 'cancel'} onClose={() => close('cancel')} />
    </Group>
  )
}

function PauseOrResume({ shown, pausing: { run, isPending } }: ActionsProps) {
  const text = useTexts(texts)
  const verb = shown.state === 'Paused' ? 'resume' : 'pause'
  return (
    <Button variant="default" loading={isPending} onClick={() => run(verb)}>
      {text[verb].action}
    </Button>
  )
}
