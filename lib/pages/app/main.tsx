/** Starts the back office in the browser. */

import '@mantine/core/styles.css'
import '@mantine/notifications/styles.css'
import './styles.css'
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { setNonce } from 'get-nonce'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { reloadWhenShownAfterSession, signInFromUrl, signInOnHashChange, signOutWhenUnused } from '../session/key.ts'
import { Session } from '../session/session.tsx'
import { router } from './router.tsx'
import { theme } from './theme.ts'

/** The content security policy requires this nonce on the style elements that components create. */
const nonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? ''
setNonce(nonce)

const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      /** The API client repeats requests after temporary failures, so queries do not repeat them by default. */
      retry: false,
      staleTime: 10_000,
      /**
       * By default, TanStack Query stores a merged copy of the new and the previous reply. The API client would find
       * no ETag for this copy, because it stores ETags only for the objects that it has returned.
       */
      structuralSharing: false,
    },
  },
})

signInFromUrl()
signInOnHashChange()
signOutWhenUnused()
reloadWhenShownAfterSession()

const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <MantineProvider theme={theme} defaultColorScheme="auto" getStyleNonce={() => nonce}>
          <Session>
            <RouterProvider router={router} />
          </Session>
        </MantineProvider>
      </QueryClientProvider>
    </StrictMode>,
  )
