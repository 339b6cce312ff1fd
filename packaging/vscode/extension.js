// Starts `firebreak lsp` and hands what it says to the editor.
"use strict";

const vscode = require("vscode");
const { LanguageClient } = require("./client");

const SELECTOR = [
  { scheme: "file", pattern: "**/*.{swift,js,jsx,mjs,cjs,ts,tsx,mts,cts,vue,svelte,html,kt,kts,java,dart,py,md}" },
  { scheme: "file", pattern: "**/*.rules" },
  { scheme: "file", pattern: "**/{firebase,firebreak}.json" },
  { scheme: "file", pattern: "**/*.{rules,indexes}.json" },
  { scheme: "file", pattern: "**/*.workload.{yaml,yml}" },
  { scheme: "file", pattern: "**/*cases.{yaml,yml}" },
];
const WATCHED = "**/*.{swift,js,jsx,mjs,cjs,ts,tsx,mts,cts,vue,svelte,html,kt,kts,java,dart,py,md,rules,json,yaml,yml}";
const CAPABILITIES = {
  general: { positionEncodings: ["utf-16"] },
  window: { workDoneProgress: true },
  workspace: {
    workspaceFolders: true,
    workspaceEdit: { documentChanges: true },
    inlayHint: { refreshSupport: true },
  },
  textDocument: { publishDiagnostics: { relatedInformation: true, versionSupport: true, codeDescriptionSupport: true } },
};

let session;

async function activate(context) {
  const output = vscode.window.createOutputChannel("Firebreak");
  const restart = async () => {
    await session?.stop();
    session = new Session(output);
    await session.start();
  };
  context.subscriptions.push(output, vscode.commands.registerCommand("firebreak.restart", restart));
  context.subscriptions.push(
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration("firebreak.path")) restart();
    })
  );
  await restart();
}

async function deactivate() {
  await session?.stop();
}

class Session {
  constructor(output) {
    this.output = output;
    this.subscriptions = [];
    this.diagnostics = vscode.languages.createDiagnosticCollection("firebreak");
    this.hintsChanged = new vscode.EventEmitter();
    this.subscriptions.push(this.diagnostics, this.hintsChanged);
  }

  async start() {
    const program = vscode.workspace.getConfiguration("firebreak").get("path") || "firebreak";
    this.client = new LanguageClient(program, ["lsp"], {
      log: (text) => this.output.append(text),
      ended: (reason) => this.ended(program, reason),
    });
    this.handle();
    const folders = (vscode.workspace.workspaceFolders ?? []).map(folderOf);
    try {
      const { capabilities } = await this.client.request("initialize", {
        processId: process.pid,
        rootUri: folders[0]?.uri ?? null,
        workspaceFolders: folders,
        capabilities: CAPABILITIES,
      });
      this.client.notify("initialized", {});
      this.follow();
      this.offer(capabilities);
    } catch (error) {
      this.output.appendLine(String(error));
    }
  }

  async stop() {
    for (const subscription of this.subscriptions) subscription.dispose();
    await this.client?.stop();
  }

  async ended(program, reason) {
    const restart = "Restart";
    const chosen = await vscode.window.showErrorMessage(`Firebreak: \`${program} lsp\` has ended (${reason}).`, restart);
    if (chosen === restart) vscode.commands.executeCommand("firebreak.restart");
  }

  // What the server says by itself.
  handle() {
    this.client.on("textDocument/publishDiagnostics", ({ uri, diagnostics }) => {
      this.diagnostics.set(vscode.Uri.parse(uri), diagnostics.map(diagnosticOf));
    });
    this.client.on("window/showMessage", ({ type, message }) => {
      if (type === 1) vscode.window.showErrorMessage(message);
      else if (type === 2) vscode.window.showWarningMessage(message);
      else vscode.window.showInformationMessage(message);
    });
    this.client.on("workspace/inlayHint/refresh", () => this.hintsChanged.fire());
    this.client.on("$/progress", ({ value }) => {
      if (value.kind === "begin") {
        const text = `${value.title}: ${value.message}`;
        this.progress = vscode.window.setStatusBarMessage(`$(sync~spin) ${text}`);
      } else if (value.kind === "end") this.progress?.dispose();
    });
  }

  // What the editor says by itself.
  follow() {
    const covers = (document) => vscode.languages.match(SELECTOR, document) > 0;
    const opened = (document) => {
      if (!covers(document)) return;
      const { languageId, version } = document;
      const textDocument = { uri: String(document.uri), languageId, version, text: document.getText() };
      this.client.notify("textDocument/didOpen", { textDocument });
    };
    const notify = (method) => (document) => {
      if (covers(document)) this.client.notify(method, { textDocument: { uri: String(document.uri) } });
    };
    vscode.workspace.textDocuments.forEach(opened);
    const watcher = vscode.workspace.createFileSystemWatcher(WATCHED);
    const watched = (type) => (uri) => {
      this.client.notify("workspace/didChangeWatchedFiles", { changes: [{ uri: String(uri), type }] });
    };
    this.subscriptions.push(
      vscode.workspace.onDidOpenTextDocument(opened),
      vscode.workspace.onDidCloseTextDocument(notify("textDocument/didClose")),
      vscode.workspace.onDidSaveTextDocument(notify("textDocument/didSave")),
      vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        if (!covers(document) || !contentChanges.length) return;
        const changes = contentChanges.map(({ range, text }) => ({ range: plain(range), text }));
        const textDocument = { uri: String(document.uri), version: document.version };
        this.client.notify("textDocument/didChange", { textDocument, contentChanges: changes });
      }),
      vscode.workspace.onDidChangeWorkspaceFolders(({ added, removed }) => {
        const event = { added: added.map(folderOf), removed: removed.map(folderOf) };
        this.client.notify("workspace/didChangeWorkspaceFolders", { event });
      }),
      watcher,
      watcher.onDidCreate(watched(1)),
      watcher.onDidChange(watched(2)),
      watcher.onDidDelete(watched(3))
    );
  }

  // What the editor asks.
  offer(capabilities) {
    const ask = async (method, document, rest, token) => {
      const params = { textDocument: { uri: String(document.uri) }, ...rest };
      return this.client.request(method, params, token).catch(() => null);
    };
    const at = (position) => ({ position: plainPosition(position) });
    const legend = capabilities.semanticTokensProvider.legend;
    const kinds = capabilities.codeActionProvider.codeActionKinds.map((kind) => vscode.CodeActionKind.Empty.append(kind));
    const { languages } = vscode;
    this.subscriptions.push(
      languages.registerHoverProvider(SELECTOR, {
        provideHover: async (document, position, token) => {
          const hover = await ask("textDocument/hover", document, at(position), token);
          return hover && new vscode.Hover(new vscode.MarkdownString(hover.contents.value), rangeOf(hover.range));
        },
      }),
      languages.registerDefinitionProvider(SELECTOR, {
        provideDefinition: async (document, position, token) =>
          (await ask("textDocument/definition", document, at(position), token))?.map(locationOf),
      }),
      languages.registerReferenceProvider(SELECTOR, {
        provideReferences: async (document, position, context, token) =>
          (await ask("textDocument/references", document, { ...at(position), context }, token))?.map(locationOf),
      }),
      languages.registerCodeActionsProvider(
        SELECTOR,
        {
          provideCodeActions: async (document, range, { only }, token) => {
            const context = { diagnostics: [], ...(only ? { only: [only.value] } : {}) };
            const actions = await ask("textDocument/codeAction", document, { range: plain(range), context }, token);
            return actions?.map(actionOf);
          },
        },
        { providedCodeActionKinds: kinds }
      ),
      languages.registerCompletionItemProvider(
        SELECTOR,
        {
          provideCompletionItems: async (document, position, token) =>
            (await ask("textDocument/completion", document, at(position), token))?.map(completionOf),
        },
        ...capabilities.completionProvider.triggerCharacters
      ),
      languages.registerInlayHintsProvider(SELECTOR, {
        onDidChangeInlayHints: this.hintsChanged.event,
        provideInlayHints: async (document, range, token) =>
          (await ask("textDocument/inlayHint", document, { range: plain(range) }, token))?.map(hintOf),
      }),
      languages.registerDocumentFormattingEditProvider("firebase-rules", {
        provideDocumentFormattingEdits: async (document, options, token) =>
          (await ask("textDocument/formatting", document, { options }, token))?.map(textEditOf),
      }),
      languages.registerDocumentSemanticTokensProvider(
        "firebase-rules",
        {
          provideDocumentSemanticTokens: async (document, token) => {
            const tokens = await ask("textDocument/semanticTokens/full", document, {}, token);
            return tokens && new vscode.SemanticTokens(new Uint32Array(tokens.data));
          },
        },
        new vscode.SemanticTokensLegend(legend.tokenTypes, legend.tokenModifiers)
      )
    );
  }
}

// From the editor's values to those of the protocol.
const plainPosition = ({ line, character }) => ({ line, character });
const plain = ({ start, end }) => ({ start: plainPosition(start), end: plainPosition(end) });
const folderOf = ({ uri, name }) => ({ uri: String(uri), name });

// And back.
const positionOf = ({ line, character }) => new vscode.Position(line, character);
const rangeOf = ({ start, end }) => new vscode.Range(positionOf(start), positionOf(end));
const locationOf = ({ uri, range }) => new vscode.Location(vscode.Uri.parse(uri), rangeOf(range));
const textEditOf = ({ range, newText }) => new vscode.TextEdit(rangeOf(range), newText);

function diagnosticOf({ range, severity, code, codeDescription, source, message, relatedInformation }) {
  const diagnostic = new vscode.Diagnostic(rangeOf(range), message, severity - 1);
  diagnostic.source = source;
  diagnostic.code = codeDescription ? { value: code, target: vscode.Uri.parse(codeDescription.href) } : code;
  diagnostic.relatedInformation = relatedInformation?.map(
    ({ location, message }) => new vscode.DiagnosticRelatedInformation(locationOf(location), message)
  );
  return diagnostic;
}

function actionOf({ title, kind, diagnostics, isPreferred, edit }) {
  const action = new vscode.CodeAction(title, vscode.CodeActionKind.Empty.append(kind));
  action.diagnostics = diagnostics?.map(diagnosticOf);
  action.isPreferred = isPreferred;
  action.edit = new vscode.WorkspaceEdit();
  for (const change of edit.documentChanges) {
    if (change.kind === "create") action.edit.createFile(vscode.Uri.parse(change.uri), { ignoreIfExists: true });
    else action.edit.set(vscode.Uri.parse(change.textDocument.uri), change.edits.map(textEditOf));
  }
  return action;
}

function completionOf({ label, kind, detail, documentation, insertText }) {
  const item = new vscode.CompletionItem(label, kind - 1);
  Object.assign(item, { detail, documentation, insertText });
  return item;
}

function hintOf({ position, label, tooltip, paddingLeft }) {
  const hint = new vscode.InlayHint(positionOf(position), label);
  Object.assign(hint, { tooltip, paddingLeft });
  return hint;
}

module.exports = { activate, deactivate };
