extension DartModels {
  /// Service locators and packages that keep values for others.
  static let providers = """
    library providers
      modules package:riverpod package:flutter_riverpod package:hooks_riverpod package:riverpod_annotation package:provider package:get package:get_it package:rxdart package:bloc package:flutter_bloc package:hydrated_bloc package:replay_bloc
      # What others give a value is what its type says
      Provider<T>(make:noAnswer, ...), Provider.autoDispose<T>(make:noAnswer, ...) -> returning(T)
      FutureProvider<T>(make:noAnswer, ...), FutureProvider.autoDispose<T>(make:noAnswer, ...) -> returning(T)
      # A provider is the function that makes its value, and what watches it gets what that answers
      Provider(make:callable, ...), FutureProvider(make:callable, ...), StreamProvider(make:callable, ...) -> partial(make, unknown)
      ChangeNotifierProvider(make:callable, ...), AutoDisposeProvider(make:callable, ...) -> partial(make, unknown)
      AutoDisposeFutureProvider(make:callable, ...), AutoDisposeStreamProvider(make:callable, ...) -> partial(make, unknown)
      Provider.autoDispose(make:callable, ...), FutureProvider.autoDispose(make:callable, ...) -> partial(make, unknown)
      StreamProvider.autoDispose(make:callable, ...), ChangeNotifierProvider.autoDispose(make:callable, ...) -> partial(make, unknown)
      Provider.family(make:callable, ...), FutureProvider.family(make:callable, ...) -> family(make)
      StreamProvider.family(make:callable, ...), ChangeNotifierProvider.family(make:callable, ...) -> family(make)
      Provider.autoDispose.family(make:callable, ...), FutureProvider.autoDispose.family(make:callable, ...) -> family(make)
      StreamProvider.autoDispose.family(make:callable, ...) -> family(make)
      Provider.family.autoDispose(make:callable, ...), FutureProvider.family.autoDispose(make:callable, ...) -> family(make)
      StreamProvider.family.autoDispose(make:callable, ...) -> family(make)
      generated Provider riverpod Riverpod
      unknown.watch(provider:callable), unknown.read(provider:callable), unknown.listen(provider:callable, ...) -> call(provider)
      unknown.refresh(provider:callable) -> call(provider)
      function.future, function.stream -> self
      # Locators that are told the type
      Provider.of<T>(context, ...) -> instance(T)
      BlocProvider.of<T>(context, ...), RepositoryProvider.of<T>(context, ...) -> instance(T)
      Get.find<T>(...) -> instance(T)
      Get.put(value, ...) -> value
      Get.lazyPut(make:callable, ...) -> call(make)
      # What is sent to a bloc is any object of the class of events that the handler is for
      object.on<E>(handler:callable, ...) -> call(handler, instance(E), unknown)
      # What others may watch holds what it is made with
      Rx(x), RxString(x), RxBool(x), RxInt(x), RxDouble(x), RxnString(x), ValueNotifier(x), useState(x) -> cell(x)
      BehaviorSubject.seeded(x) -> cell(x)
      text.obs, number.obs, boolean.obs -> cell(self)
      list.obs, record.obs -> self
      cell.value, cell.stream -> content(self)
      cell.call(), cell.get() -> content(self)
      cell.add(x), cell.call(x) -> null becomes cell(x)

    """
}
