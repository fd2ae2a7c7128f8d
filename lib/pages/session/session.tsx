/**
 * Shows the sign-in screen or, after signing in, the pages. The account and the API client are passed to the pages in
 * `SessionContext`.
 */

import { Button, Stack } from '@mantine/core'
import { Notifications, notifications } from '@mantine/notifications'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useMemo } from 'react'
import { Failure } from '../placeholders/failure.tsx'
import { Loading } from '../placeholders/loaded.tsx'
import { apiWith, SessionContext, type SessionValue } from './client.ts'
import { sessionId, signOut, useKey } from './key.ts'
import { useTexts } from './language.ts'
import { SignIn } from './sign-in.tsx'
import { texts } from './texts.ts'

export function Session({ children }: { children: ReactNode }) {
  const key = useKey()
  const cache = useQueryClient()
  /**
   * After signing out, the query cache is cleared. Otherwise, the pages could show data of the previous key after the
   * next sign-in. Notices are removed, too: Undo in such a notice would use the previous key.
   */
  useEffect(() => {
    if (!key) cache.clear()
    notifications.clean()
  }, [key, cache])
  if (!key) return <SignIn />
  return (
    <>
      <Notifications position="bottom-right" />
      <SignedIn secret={key}>{children}</SignedIn>
    </>
  )
}

/** Returns what ends with this session. A later session has another client, also if its key is the same. */
function useClient(secret: string): Pick<SessionValue, 'api' | 'stopIfSignedOut'> {
  return useMemo(() => {
    const id = sessionId()
    const stopIfSignedOut = async () => {
      if (sessionId() !== id) await new Promise<never>(() => {})
    }
    return { api: apiWith(secret, { stopIfSignedOut, onRefused: signOut }), stopIfSignedOut }
  }, [secret])
}

function SignedIn({ secret, children }: { secret: string; children: ReactNode }) {
  const client = useClient(secret)
  const {
    data: account,
    error,
    refetch,
  } = useQuery({ queryKey: ['account'], queryFn: () => client.api.account.get(), staleTime: Number.POSITIVE_INFINITY })
  const session = useMemo(
    () => account && { ...client, account, canChange: account.scope !== 'read' },
    [client, account],
  )
  if (session) return <SessionContext value={session}>{children}</SessionContext>
  return error ? <NoAccount error={error} retry={refetch} /> : <Loading />
}

/**
 * The screen after a failure to read the account. It has a button that signs out, because the menu of the session is
 * missing here.
 */
function NoAccount(props: { error: Error; retry: () => unknown }) {
  const { otherKey } = useTexts(texts)
  return (
    <Stack component="main" align="center">
      <Failure {...props} isScreen />
      <Button variant="default" onClick={() => signOut()}>
        {otherKey}
      </Button>
    </Stack>
  )
}
