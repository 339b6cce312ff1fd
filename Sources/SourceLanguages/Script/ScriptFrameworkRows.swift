extension ScriptModels {
  /// Layers of frameworks over the SDKs, and what frameworks keep and call.
  static let frameworks = """
    sdk angularCompat
      modules @angular/fire/compat* angularfire2 angularfire2/*
      caller client
      type AngularFirestore, Firestore -> database(absent, "client")
      type AngularFirestoreCollection, AngularFirestoreCollectionGroup, Query, CollectionReference -> anyQuery
      type AngularFirestoreDocument, DocumentReference -> anyDocument
      type AngularFireDatabase -> realtimeRoot
      type AngularFireList, AngularFireObject, FirebaseListObservable, FirebaseObjectObservable -> anyRealtime
      type AngularFire -> wrapper("client")
      wrapper.database -> realtimeRoot(callerOf(self))
      wrapper.auth -> authenticated
      type AngularFireAuth -> authenticated

    sdk observables
      modules rxfire/firestore rxfire/firestore/*
      caller client
      collection(t), doc(t) => listen hooked(t) gives documents

    sdk observers
      bare
      caller client
      collectionData(t, ...), collectionChanges(t, ...), collectionSnapshots(t, ...) => listen hooked(t) gives documents
      docData(t, ...), docSnapshots(t, ...) => listen hooked(t) gives document
      sortedChanges(t, ...), auditTrail(t, ...), fromRef(t, ...), fromCollectionRef(t, ...) => listen hooked(t) gives documents
      fromDocRef(t, ...), snapToData(t, ...) => listen hooked(t) gives document
      collectionCount(q), collectionCountSnap(q) => get counted(asked(q)) gives nothing
      useCollection(t:target, options?), useCollectionData(t:target, options?) => listen hooked(t) gives documents, once option(options, "once")
      useDocument(t:target, options?), useDocumentData(t:target, options?) => listen hooked(t) gives document, once option(options, "once")
      useCollectionOnce(t:target, ...), useCollectionDataOnce(t:target, ...) => get hooked(t) gives documents
      useDocumentOnce(t:target, ...), useDocumentDataOnce(t:target, ...) => get hooked(t) gives document
      useFirestore(t:target, ...) => listen hooked(t) gives documents
      useFirestore() -> database(absent, "client")
      useCurrentUser() -> user

    sdk hooks
      modules react-firebase-hooks/* vuefire reactfire sveltefire nuxt-vuefire @vueuse/firebase @vueuse/firebase/*
      modules @react-query-firebase/* @tanstack-query-firebase/* react-redux-firebase
      caller client
      useCollection(t, options?), useCollectionData(t, options?) => listen hooked(t) gives documents, once option(options, "once")
      useFirestoreCollection(t, options?), useFirestoreCollectionData(t, options?) => listen hooked(t) gives documents, once option(options, "once")
      useList(t, options?), useListVals(t, options?), useListKeys(t, options?) => listen hooked(t) gives documents, once option(options, "once")
      useDocument(t, options?), useDocumentData(t, options?) => listen hooked(t) gives document, once option(options, "once")
      useFirestoreDoc(t, options?), useFirestoreDocData(t, options?) => listen hooked(t) gives document, once option(options, "once")
      useObject(t, options?), useObjectVal(t, options?) => listen hooked(t) gives document, once option(options, "once")
      useDatabaseList(t, options?), useDatabaseListData(t, options?) => listen hooked(t) gives documents, once option(options, "once")
      useDatabaseObject(t, options?), useDatabaseObjectData(t, options?) => listen hooked(t) gives document, once option(options, "once")
      useSubscription(t, options?) => listen hooked(t) gives documents, once option(options, "once")
      useCollectionOnce(t, ...), useCollectionDataOnce(t, ...), useFirestoreCollectionOnce(t, ...) => get hooked(t) gives documents
      useDocumentOnce(t, ...), useDocumentDataOnce(t, ...), useFirestoreDocOnce(t, ...) => get hooked(t) gives document
      useFirestoreDocDataOnce(t, ...) => get hooked(t) gives document
      useFirestoreQuery(key, t, options?, ...), useFirestoreQueryData(key, t, options?, ...) => get hooked(t) gives documents, live option(options, "subscribe")
      useFirestoreInfiniteQuery(key, t, options?, ...) => get hooked(t) gives documents, live option(options, "subscribe")
      useFirestoreDocument(key, t, options?, ...), useFirestoreDocumentData(key, t, options?, ...) => get hooked(t) gives document, live option(options, "subscribe")
      collectionStore(db, t:target!, ...) => listen hooked(t) gives documents
      collectionStore(db, path, ...) => listen collection(holder(db), path) gives documents
      docStore(db, t:target!, ...) => listen hooked(t) gives document
      docStore(db, path, ...) => listen document(holder(db), path) gives document
      nodeStore(db, path, ...) => listen realtimeReference(path, db) gives document, event "value"
      nodeListStore(db, path, ...) => listen realtimeReference(path, db) gives documents, event "value"
      useFirestore(t:target!, ...) => listen hooked(t) gives documents
      useFirestore(...) -> database(absent, "client")
      useDatabase(...) -> realtimeRoot
      useAuthState(...), useIdToken(...) -> list(user, unknown, unknown)
      useCurrentUser(...), userStore(...), useUserStore(...), getCurrentUser(...) -> user
      useUser(...), useSigninCheck(...) -> signedIn
      useFirebaseAuth(...), useAuth(...) -> authenticated

    sdk observed
      modules @vueuse/core
      caller client
      useFirestore(t, ...) => listen hooked(t) gives documents

    sdk bindings
      caller client
      any.$bind(name, t:target!, ...), any.$firestoreBind(name, t:target!, ...) => listen hooked(t) gives documents
      any.$databaseBind(name, t:target!, ...), any.$rtdbBind(name, t:target!, ...) => listen hooked(t) gives documents
      any.bindFirestoreRef(name, t:target!, ...), any.bindFirebaseRef(name, t:target!, ...) => listen hooked(t) gives documents

    library react
      modules react preact/hooks preact/compat react-native
      whole default
      useEffect(f:callable, ...), useLayoutEffect(f:callable, ...) -> null runs hand(f)
      useInsertionEffect(f:callable, ...), useFocusEffect(f:callable, ...), startTransition(f:callable) -> null runs hand(f)
      useMemo(f:callable, ...) -> hand(f)
      useMemoFirebase(f:callable, ...), createMemo(f:callable, ...) -> hand(f)
      useCallback(f, ...), memo(f, ...), forwardRef(f, ...), observer(f, ...) -> f
      lazy(f:callable, ...), dynamic(f:callable, ...), loadable(f:callable, ...) -> hand(f)
      useState(first?) -> list(state(first), setter)
      useReducer(reducer, first?, ...) -> list(exposed(first), unknown)
      useRef(first?) -> held(either(first, exposed(first)))
      object.setState(patch, then:callable?) -> null becomes patched(self, "state", patch) runs hand(then)

    library observing
      modules rxjs rxjs/operators
      switchMap(f:callable, ...), mergeMap(f:callable, ...), concatMap(f:callable, ...), exhaustMap(f:callable, ...) -> f
      flatMap(f:callable, ...), map(f:callable, ...) -> f
      tap(f:callable, ...), filter(f:callable, ...) -> passing(f)
      of(x) -> x
      from(x, ...), forkJoin(x, ...), combineLatest(x, ...), zip(x, ...), merge(x, ...) -> contents(x)
      firstValueFrom(x, ...), lastValueFrom(x, ...) -> contents(x)
      BehaviorSubject(x?) -> cell(exposed(x))
      withLatestFrom(...), shareReplay(...), distinctUntilChanged(...), debounceTime(...) -> null

    library cells
      cell.value -> content(self)
      cell.call(), cell.getValue(), cell.asReadonly(), cell.asObservable(), cell.get() -> content(self)
      cell.next(x), cell.set(x) -> null becomes cell(x)
      cell.update(f:callable) -> null becomes cell(hand(f, content(self)))
      cell.pipe(f...) -> piped(content(self), f)
      cell.subscribe(f?, ...) -> unknown runs hand(either(option(f, "next"), f), content(self))

    library solid
      modules solid-js
      createSignal(first?, ...) -> list(cell(state(first)), setter)
      createEffect(f:callable, ...), onMount(f:callable) -> null runs hand(f)
      createMemo(f:callable, ...) -> hand(f)

    library sagas
      modules redux-saga/effects redux-saga/effects/* typed-redux-saga* @redux-saga/core/effects
      call(f:callable, x...), fork(f:callable, x...), spawn(f:callable, x...) -> run(f, x)
      call(f, x...), fork(f, x...), spawn(f, x...) -> run(method(f), x)
      apply(this, f:callable, x?) -> run(f, x)
      all(x) -> x
      takeEvery(a, f:callable, x...), takeLatest(a, f:callable, x...), takeLeading(a, f:callable, x...) -> null

    library nodeModules
      modules module node:module
      createRequire(...) -> library("require")

    library angular
      modules @angular/core
      inject(t, ...) -> instance(t)
      toSignal(x, ...), toObservable(x, ...) -> contents(x)
      signal(x?, ...), linkedSignal(x?, ...), model(x?, ...), input(x?, ...) -> cell(exposed(x))
      computed(f:callable, ...) -> cell(hand(f))
      computed(x:record, ...) -> cell(hand(option(x, "get")))
      effect(f:callable, ...) -> null runs hand(f)

    library vue
      modules vue vue-demi @vue/composition-api
      members kept data
      members shared state
      members read computed getters
      members called methods actions
      members given props
      computed(f:callable, ...) -> cell(hand(f))
      computed(x:record, ...) -> cell(hand(option(x, "get")))
      unref(x), toValue(x) -> contents(x)
      toRaw(x), readonly(x), toRef(x), toRefs(x), storeToRefs(x) -> x
      watch(x, f:callable, ...) -> null runs hand(f, unknown)
      watchEffect(f:callable, ...), onMounted(f:callable), onUnmounted(f:callable), onBeforeMount(f:callable) -> null runs hand(f)
      ref(x?), shallowRef(x?), customRef(x?) -> cell(exposed(x))
      reactive(x), shallowReactive(x) -> filled(x)

    library svelte
      modules svelte svelte/store
      derived(stores, f:callable, ...) -> hand(f, unknown)
      get(x) -> contents(x)
      writable(x?, ...), readable(x?, ...) -> cell(exposed(x))

    """
}
