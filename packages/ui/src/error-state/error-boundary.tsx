import { Component, type ReactNode } from 'react'

interface ErrorBoundaryProps {
  /** The current page: an error belongs to the page that threw it and is cleared when the scope changes. */
  scope: string
  fallback: (error: unknown) => ReactNode
  children: ReactNode
}

interface ErrorBoundaryState {
  scope: string
  broken: { error: unknown } | null
}

/** Shows a fallback in place of children that fail to render. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { scope: this.props.scope, broken: null }

  static getDerivedStateFromError(error: unknown): Partial<ErrorBoundaryState> {
    return { broken: { error } }
  }

  static getDerivedStateFromProps(
    { scope }: ErrorBoundaryProps,
    state: ErrorBoundaryState,
  ): ErrorBoundaryState | null {
    return scope === state.scope ? null : { scope, broken: null }
  }

  override render(): ReactNode {
    const { broken } = this.state
    return broken === null ? this.props.children : this.props.fallback(broken.error)
  }
}
