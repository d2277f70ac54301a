/* Footwork for C++17: the functions of footwork.h with owners, spans and results. Header-only; needs no exceptions.
 *
 *   auto database = fw::make<fw_database_open>("samples.tagdb");        // result<owner<fw_database>>
 *   auto query = fw::make<fw_query_bind>(*database, "Gait.Walk");
 *   fw_range room[64];
 *   auto ranges = fw::list<fw_query_ranges>(fw::span(room), *query);    // result<span<fw_range>>
 *   auto holds = fw::value<fw_query_holds>(*query, 0u, 7u);             // result<uint8_t>
 *   auto done = fw::run<fw_world_begin_step>(world);                    // result<void>
 *   auto config = fw::defaults<fw_move_config_default>();               // fw_move_config
 *
 * Functions take the arguments of footwork.h, without results and without the error. Pass an owner in place of a handle, and a
 * text, a span, a vector or a std::array in place of a pointer and a length, and fw::span(a) for an array `T a[n]`. An owner
 * destroys its object at the end of its lifetime.
 *
 * Each call returns a result. As a bool, it says whether the call succeeded; `*` is the value, and `error()` the error. With
 * FOOTWORK_EXCEPTIONS defined, `value()` returns the value or throws fw::exception.
 */
#ifndef FOOTWORK_HPP
#define FOOTWORK_HPP

#include "footwork.h"

#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#ifdef FOOTWORK_EXCEPTIONS
#include <stdexcept>
#include <string>
#endif

namespace fw {

/* A view of elements that it does not own. */
template <class T> class span {
public:
  constexpr span() = default;
  constexpr span(T *data, std::size_t size) : data_(data), size_(size) {}
  template <std::size_t N> constexpr span(T (&array)[N]) : data_(array), size_(N) {}
  /* Anything with data() and size(), such as a vector. */
  template <class C, class = decltype(std::declval<C &>().data()), class = decltype(std::declval<C &>().size())>
  constexpr span(C &container) : data_(container.data()), size_(container.size()) {}

  constexpr T *data() const { return data_; }
  constexpr std::size_t size() const { return size_; }
  constexpr bool empty() const { return size_ == 0; }
  constexpr T *begin() const { return data_; }
  constexpr T *end() const { return data_ + size_; }
  constexpr T &operator[](std::size_t index) const { return data_[index]; }

private:
  T *data_ = nullptr;
  std::size_t size_ = 0;
};
template <class T, std::size_t N> span(T (&)[N]) -> span<T>;
template <class C> span(C &) -> span<std::remove_pointer_t<decltype(std::declval<C &>().data())>>;

/* The function that destroys the object of a handle. */
template <class H> struct destroyer;
#define FOOTWORK_HANDLE(type)                                                                                                      \
  template <> struct destroyer<fw_##type> {                                                                                        \
    static void destroy(fw_##type handle) { fw_##type##_destroy(handle, nullptr); }                                                \
  };
// The handles, by `cargo xtask bindings`.
FOOTWORK_HANDLE(index)
FOOTWORK_HANDLE(bias)
FOOTWORK_HANDLE(pose_filter)
FOOTWORK_HANDLE(blend)
FOOTWORK_HANDLE(repertoire)
FOOTWORK_HANDLE(character)
FOOTWORK_HANDLE(world)
FOOTWORK_HANDLE(mover)
FOOTWORK_HANDLE(choice)
FOOTWORK_HANDLE(path)
FOOTWORK_HANDLE(control)
FOOTWORK_HANDLE(database)
FOOTWORK_HANDLE(expression)
FOOTWORK_HANDLE(prediction)
FOOTWORK_HANDLE(search)
FOOTWORK_HANDLE(intercept_cache)
FOOTWORK_HANDLE(goal)
FOOTWORK_HANDLE(matcher)
FOOTWORK_HANDLE(controller)
FOOTWORK_HANDLE(network)
FOOTWORK_HANDLE(statics)
FOOTWORK_HANDLE(physics)
FOOTWORK_HANDLE(query)
FOOTWORK_HANDLE(query_cache)
FOOTWORK_HANDLE(tracks)
FOOTWORK_HANDLE(trigger)
FOOTWORK_HANDLE(mesh)
#undef FOOTWORK_HANDLE

/* Owns an object: moved, never copied, destroyed at the end. */
template <class H> class owner {
public:
  owner() = default;
  explicit owner(H handle) : handle_(handle) {}
  owner(owner &&other) noexcept : handle_(other.release()) {}
  owner &operator=(owner &&other) noexcept {
    if (this != &other) {
      reset();
      handle_ = other.release();
    }
    return *this;
  }
  ~owner() { reset(); }

  H get() const { return handle_; }
  operator H() const { return handle_; }
  explicit operator bool() const { return handle_.handle != 0; }
  H release() {
    H handle = handle_;
    handle_ = H{};
    return handle;
  }
  void reset() {
    if (handle_.handle != 0) {
      destroyer<H>::destroy(release());
    }
  }

private:
  H handle_ = H{};
};

#ifdef FOOTWORK_EXCEPTIONS
class exception : public std::runtime_error {
public:
  explicit exception(const fw_error &error) : std::runtime_error(std::string(error.message, error.message_len)), error_(error) {}
  const fw_error &error() const { return error_; }

private:
  fw_error error_;
};
#endif

/* The value that a call wrote, or its error. */
template <class T> class result {
public:
  result(T value) : value_(std::move(value)) { error_.status = FW_OK; }
  result(const fw_error &error) : error_(error) {}

  explicit operator bool() const { return error_.status == FW_OK; }
  fw_status status() const { return error_.status; }
  const fw_error &error() const { return error_; }
  std::string_view message() const { return *this ? std::string_view() : std::string_view(error_.message, error_.message_len); }
  T &operator*() { return value_; }
  T *operator->() { return &value_; }
#ifdef FOOTWORK_EXCEPTIONS
  T &value() & { return check(), value_; }
  T value() && { return check(), std::move(value_); }
  void check() const {
    if (!*this) {
      throw exception(error_);
    }
  }
#endif

private:
  T value_{};
  fw_error error_;
};

template <> class result<void> {
public:
  result() { error_.status = FW_OK; }
  result(const fw_error &error) : error_(error) {}
  explicit operator bool() const { return error_.status == FW_OK; }
  fw_status status() const { return error_.status; }
  const fw_error &error() const { return error_; }
  std::string_view message() const { return *this ? std::string_view() : std::string_view(error_.message, error_.message_len); }
#ifdef FOOTWORK_EXCEPTIONS
  void value() const {
    if (!*this) {
      throw exception(error_);
    }
  }
#endif

private:
  fw_error error_;
};

namespace detail {

template <class T, class = void> struct is_list : std::false_type {};
template <class T>
struct is_list<T, std::void_t<decltype(std::declval<T &>().data()), decltype(std::declval<T &>().size())>> : std::true_type {};
template <class T> struct is_owner : std::false_type {};
template <class H> struct is_owner<owner<H>> : std::true_type {};

/* The arguments of footwork.h for an argument: itself, or a pointer and a length. */
template <class T> auto expand(T &argument) {
  using U = std::remove_cv_t<T>;
  if constexpr (std::is_convertible_v<U &, std::string_view> && !std::is_null_pointer_v<U>) {
    std::string_view text = argument;
    return std::make_tuple(text.data(), text.size());
  } else if constexpr (is_owner<U>::value) {
    return std::make_tuple(argument.get());
  } else if constexpr (is_list<U>::value) {
    return std::make_tuple(argument.data(), argument.size());
  } else {
    return std::make_tuple(argument);
  }
}

inline fw_error blank() {
  fw_error error;
  error.size = sizeof(error);
  error.status = FW_OK;
  error.message_len = 0;
  error.message[0] = 0;
  return error;
}

/* The type behind a pointer argument, counted from the end. */
template <class F> struct signature;
template <class... A> struct signature<fw_status (*)(A...)> {
  template <std::size_t FromEnd>
  using written = std::remove_pointer_t<std::tuple_element_t<sizeof...(A) - 1 - FromEnd, std::tuple<A...>>>;
};

/* Whether a function takes these arguments. A wrapper with others is one error, because its call is not compiled. */
template <auto Function, class Arguments> struct takes;
template <auto Function, class... A>
struct takes<Function, std::tuple<A...>> : std::is_invocable_r<fw_status, decltype(Function), A...> {};

template <class T, class = void> struct is_sized : std::false_type {};
template <class T> struct is_sized<T, std::void_t<decltype(std::declval<T &>().size = 0)>> : std::true_type {};

template <class T, class = void> struct is_handle : std::false_type {};
template <class T> struct is_handle<T, std::void_t<decltype(destroyer<T>::destroy)>> : std::true_type {};

} // namespace detail

/* Calls a function that writes nothing, or only through its arguments. */
template <auto Function, class... A> result<void> run(A &&...arguments) {
  fw_error error = detail::blank();
  auto all = std::tuple_cat(detail::expand(arguments)..., std::make_tuple(&error));
  constexpr bool fits = detail::takes<Function, decltype(all)>::value;
  static_assert(fits, "fw::run: these are not the arguments of the function; for one with a result use fw::value, make or list");
  if constexpr (fits) {
    if (std::apply(Function, all) != FW_OK) {
      return error;
    }
  }
  return {};
}

/* Calls a function that writes one thing, its last argument. */
template <auto Function, class... A> auto value(A &&...arguments) {
  using T = typename detail::signature<decltype(Function)>::template written<1>;
  T written{};
  fw_error error = detail::blank();
  auto all = std::tuple_cat(detail::expand(arguments)..., std::make_tuple(&written, &error));
  constexpr bool fits = detail::takes<Function, decltype(all)>::value;
  static_assert(fits, "fw::value and fw::make: these are not the arguments of a function that writes one result, its last argument");
  if constexpr (fits) {
    if (std::apply(Function, all) != FW_OK) {
      return result<T>(error);
    }
  }
  return result<T>(written);
}

/* Calls a function that makes an object. */
template <auto Function, class... A> auto make(A &&...arguments) {
  using H = typename detail::signature<decltype(Function)>::template written<1>;
  constexpr bool makes = detail::is_handle<H>::value;
  static_assert(makes, "fw::make: the function makes no object; use fw::value or fw::run");
  if constexpr (makes) {
    auto made = value<Function>(std::forward<A>(arguments)...);
    return made ? result<owner<H>>(owner<H>(*made)) : result<owner<H>>(made.error());
  } else {
    return result<H>(H{});
  }
}

/* Calls a function that writes a list to a buffer of yours, and returns the written part. */
template <auto Function, class T, class... A> result<span<T>> list(span<T> room, A &&...arguments) {
  std::size_t count = 0;
  fw_error error = detail::blank();
  auto all = std::tuple_cat(detail::expand(arguments)..., std::make_tuple(room.data(), room.size(), &count, &error));
  constexpr bool fits = detail::takes<Function, decltype(all)>::value;
  static_assert(fits, "fw::list: these are not the arguments of a function that writes a list of such elements, its last argument");
  if constexpr (fits) {
    if (std::apply(Function, all) != FW_OK) {
      return error;
    }
  }
  return span<T>(room.data(), count);
}

/* Returns the number of elements that a function needs room for. */
template <auto Function, class... A> result<std::size_t> count(A &&...arguments) {
  using T = typename detail::signature<decltype(Function)>::template written<3>;
  std::size_t count = 0;
  fw_error error = detail::blank();
  auto all = std::tuple_cat(detail::expand(arguments)..., std::make_tuple(static_cast<T *>(nullptr), std::size_t(0), &count, &error));
  constexpr bool fits = detail::takes<Function, decltype(all)>::value;
  static_assert(fits, "fw::count: these are not the arguments of a function that writes a list, its last argument");
  if constexpr (fits) {
    fw_status status = std::apply(Function, all);
    if (status != FW_OK && status != FW_BUFFER_TOO_SMALL) {
      return error;
    }
  }
  return count;
}

/* Returns a struct with its size and its defaults filled in. */
template <auto Function> auto defaults() {
  using T = typename detail::signature<decltype(Function)>::template written<1>;
  T config{};
  constexpr bool fills = detail::is_sized<T>::value && detail::takes<Function, std::tuple<T *, fw_error *>>::value;
  static_assert(fills, "fw::defaults: the function does not fill in defaults");
  if constexpr (fills) {
    config.size = sizeof(config);
    Function(&config, nullptr);
  }
  return config;
}

} // namespace fw

#endif
